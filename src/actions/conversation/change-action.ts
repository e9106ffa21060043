import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/context.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { Conversation, World } from '../../state/world.ts';
import type { SafeText } from '../../text/safe.ts';
import { whyDone, whyNoTarget } from './targets.ts';

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
