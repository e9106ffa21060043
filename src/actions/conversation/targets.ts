import type { Action } from '../../keys/action.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { ChangeName } from '../../state/changes/change.ts';
import { changeOf } from '../../state/changes/list.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import { conversationNumber } from '../../state/words/names.ts';
import type { Conversation, World } from '../../state/world.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Why there is nothing to act on. */
export function whyNoTarget(world: World): SafeText | undefined {
  return targetsOf(world).length === 0 ? t`There is no conversation here to act on.` : undefined;
}

/** Why there is nothing to act on in the detail. */
export function whyNoneOpen({ detail }: World): SafeText | undefined {
  return detail.conversationId === null ? t`No conversation is open.` : undefined;
}

/** Why no note can be written here. */
export function whyNoNote(world: World): SafeText | undefined {
  const missing = whyLacking(world, 'notes');
  return missing === undefined ? whyNoTarget(world) : t`No note: ${missing}`;
}

/** Conversations in a title: `#1042`, or `3 conversations`. */
export function conversationsTitle(ids: readonly number[]): SafeText {
  return ids.length === 1 ? conversationNumber(ids[0]!) : counted(ids.length, t`conversation`);
}

/** Those of these conversations that are loaded. */
export function loadedConversations(world: World, ids: readonly number[]): readonly Conversation[] {
  return ids.map(id => conversationOf(world, id)).filter(conversation => conversation !== undefined);
}

/** The reason if a change would alter none of the conversations. */
function whyDone(world: World, holds: (conversation: Conversation) => boolean, state: SafeText): SafeText | undefined {
  const ids = targetsOf(world);
  const conversations = loadedConversations(world, ids);
  if (conversations.length < ids.length || !conversations.every(holds)) return undefined;
  return ids.length === 1 ? t`#${ids[0]!} is ${state} already.` : t`All ${grouped(ids.length)} are ${state} already.`;
}

/** The warning in a question about a change that is held for a while and then final. */
export function heldWarning({ keyNames }: World, name: ChangeName): SafeText {
  const seconds = Math.round((changeOf(name).holdMs ?? 0) / 1_000);
  return t`Held for ${seconds} s: ${keyNames.undo} takes it back. After that it cannot be undone.`;
}

interface ChangeAction<Id extends string>
  extends Pick<Action<Id>, 'id' | 'title' | 'help' | 'keys' | 'words' | 'hint'> {
  /** True for a conversation that the change would not alter; with the adjective for it: `archived`. */
  readonly holds: (conversation: Conversation, world: World) => boolean;
  readonly state: SafeText;
  /** A further reason why it cannot act. */
  readonly refuse?: (world: World) => SafeText | undefined;
  readonly change: (desk: Desk, ids: readonly number[]) => void;
}

/** A verb without further input: it changes the marked conversations, or the one under the cursor, at once. */
export function changeAction<const Id extends string>({
  holds,
  state,
  refuse,
  change,
  ...action
}: ChangeAction<Id>): Action<Id> {
  return {
    ...action,
    scope: 'conversations',
    writes: true,
    unavailable: world =>
      whyNoTarget(world) ?? refuse?.(world) ?? whyDone(world, conversation => holds(conversation, world), state),
    run: desk => change(desk, targetsOf(desk.world())),
  };
}
