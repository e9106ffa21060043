import type { OwnCall } from '../changes/change.ts';
import { followingOf, stagedIn, stagedLines } from '../changes/following.ts';
import type { Snooze } from '../conversation/later.ts';
import type { Desk } from '../desk.ts';
import { draftKey, fieldOf, withDraftFields } from '../drafts/drafts.ts';
import { type MailDraft, statusAfterReply } from '../reply/box.ts';
import { conversationOf } from '../visible.ts';
import { whyNotAssignable } from '../words/access.ts';
import type { World } from '../world.ts';

type Mail = Pick<MailDraft, 'kind' | 'id'>;

/** The calls that follow a mail once it is sent, about this conversation. */
export function stagedFor({ drafts }: Pick<World, 'drafts'>, { kind, id }: Mail, about = id): readonly OwnCall[] {
  return followingOf({ ids: [about], following: stagedIn(fieldOf(drafts, draftKey(kind, id), 'following')) });
}

/** The calls that follow a mail if it closes its conversation, or puts it off. */
export function afterMail(
  world: World,
  id: number,
  { isClosing, snooze }: { readonly isClosing: boolean; readonly snooze: Snooze | undefined },
): readonly OwnCall[] {
  const ids = [id];
  const status = isClosing ? statusAfterReply(world) : undefined;
  return [
    ...(status ? [{ name: 'conversation.status', args: { ids, conversation_status_id: status.id } } as const] : []),
    ...(snooze ? [{ name: 'conversation.snooze', args: { ids, snooze } } as const] : []),
  ];
}

/** The call that assigns a conversation that nobody has to the agent who answers it, if the settings want that. */
export function mineOnReply(world: World, id: number): readonly OwnCall[] {
  const { me, assignsOnReply } = world;
  const conversation = conversationOf(world, id);
  if (!assignsOnReply || !me || conversation?.assign_to !== null) return [];
  if (whyNotAssignable(world, me, [conversation]) !== undefined) return [];
  return [{ name: 'conversation.assign', args: { ids: [id], assign_to: me.id, from: null } }];
}

/**
 * Lets calls follow a mail once it is sent; one that sets a field replaces an earlier one. They stay as long as the
 * mail's draft has words: returns false if it has none.
 */
export function stage(desk: Desk, mail: Mail, calls: readonly OwnCall[]): boolean {
  const key = draftKey(mail.kind, mail.id);
  const all = followingOf({ ids: [mail.id], following: [...stagedFor(desk.world(), mail), ...calls] });
  desk.set({ drafts: withDraftFields(desk.world().drafts, [[key, 'following', stagedLines(all)]]) });
  return fieldOf(desk.world().drafts, key, 'following') !== '';
}
