import type { Action } from '../../keys/action.ts';
import { statusesOf } from '../../state/names.ts';
import type { ConversationStatus, World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { changeAction } from './change-action.ts';

export const conversationClose = statusAction({
  id: 'conversation.close',
  title: t`Close`,
  help: t`Sets the status to closed`,
  keys: ['c'],
  words: ['resolve', 'solve', 'done', 'finish'],
  kind: 'closed',
});

export const conversationReopen = statusAction({
  id: 'conversation.reopen',
  title: t`Reopen`,
  help: t`Sets the status to open`,
  keys: ['C'],
  words: ['unresolve'],
  kind: 'open',
});

interface StatusAction<Id extends string> extends Pick<Action<Id>, 'id' | 'title' | 'help' | 'keys' | 'words'> {
  /** The built-in status to set. */
  readonly kind: 'open' | 'closed';
}

/** A verb that sets one of the two built-in statuses. */
function statusAction<const Id extends string>({ kind, ...action }: StatusAction<Id>): Action<Id> {
  const name = safeLine(kind);
  const statusOf = (world: World): ConversationStatus | undefined =>
    statusesOf(world).find(status => status.kind === kind);
  return changeAction({
    ...action,
    refuse: world => (statusOf(world) ? undefined : t`The help center has no status “${name}”: choose one with s.`),
    holds: ({ conversation_status_id }, world) => conversation_status_id === statusOf(world)?.id,
    state: name,
    change: (desk, ids) => {
      const status = statusOf(desk.world());
      if (status) desk.commit('conversation.status', { ids, conversation_status_id: status.id });
    },
  });
}
