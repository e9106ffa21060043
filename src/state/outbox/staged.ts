import type { OwnCall } from '../change.ts';
import { followingOf, stagedIn, stagedLines } from '../changes/following.ts';
import type { Desk } from '../desk.ts';
import type { MailDraft } from '../reply/box.ts';
import type { World } from '../world.ts';
import { draftKey } from './drafts.ts';

type Mail = Pick<MailDraft, 'kind' | 'id'>;

/** The calls that follow a mail once it is sent, about this conversation. */
export function stagedFor({ drafts }: Pick<World, 'drafts'>, { kind, id }: Mail, about = id): readonly OwnCall[] {
  return followingOf({ ids: [about], following: stagedIn(drafts.get(draftKey(`${kind}-following`, id))) });
}

/**
 * Lets calls follow a mail once it is sent; one that sets a field replaces an earlier one. They stay as long as the
 * mail's draft has words: returns false if it has none.
 */
export function stage(desk: Desk, mail: Mail, calls: readonly OwnCall[]): boolean {
  const key = draftKey(`${mail.kind}-following`, mail.id);
  const all = followingOf({ ids: [mail.id], following: [...stagedFor(desk.world(), mail), ...calls] });
  desk.set({ drafts: new Map([...desk.world().drafts, [key, stagedLines(all)]]) });
  return desk.world().drafts.has(key);
}
