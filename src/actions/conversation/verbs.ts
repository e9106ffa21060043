import type { Action } from '../../keys/action.ts';
import type { OwnCall } from '../../state/changes/change.ts';
import { changeOf } from '../../state/changes/list.ts';
import { countedTitle } from '../../state/changes/title.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNobodyRates } from '../../state/mail/rating-words.ts';
import { callsLeft, narrowed, undoable } from '../../state/operations/operation.ts';
import { commitCalls } from '../../state/outbox/commit.ts';
import { conversationOf } from '../../state/visible.ts';
import { statusesOf } from '../../state/words/names.ts';
import type { ChangeCall, ConversationStatus, World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { changeAction, whyNoTarget } from './targets.ts';

export const archiveAction = changeAction({
  id: 'conversation.archive',
  title: t`Archive`,
  help: t`Archives the conversation`,
  keys: ['e'],
  words: ['done', 'remove', 'trash', 'hide'],
  hint: t`archive`,
  holds: ({ archived }) => archived,
  state: t`archived`,
  change: (desk, ids) => desk.commit('conversation.archive', { ids }),
});

export const restoreAction = changeAction({
  id: 'conversation.restore',
  title: t`Restore`,
  help: t`Takes the conversation out of the archive`,
  keys: ['E'],
  words: ['unarchive', 'inbox'],
  holds: ({ archived }) => !archived,
  state: t`out of the archive`,
  change: (desk, ids) => desk.commit('conversation.restore', { ids }),
});

export const unreadAction = changeAction({
  id: 'conversation.unread',
  title: t`Unread`,
  help: t`Marks the conversation unread for you, and leaves it`,
  keys: ['I'],
  words: ['new'],
  refuse: world =>
    world.me === null ? t`The help center does not say which agent you are, so it keeps nothing you read.` : undefined,
  holds: ({ unread }) => unread === true,
  state: t`unread`,
  change: (desk, ids) => {
    // In the detail it would be read again.
    if (desk.world().pane === 'detail') desk.set({ pane: 'list' });
    desk.commit('conversation.unread', { ids: [...ids], unread: true });
  },
});

export const conversationAssignMe: Action<'conversation.assign-me'> = changeAction({
  id: 'conversation.assign-me',
  title: t`Assign to me`,
  help: t`Assigns the conversation to you`,
  keys: ['i'],
  words: ['take', 'claim', 'mine'],
  refuse: world =>
    world.me === null
      ? t`The help center does not say which agent you are: assign with ${world.keyNames['conversation.assign']} instead.`
      : undefined,
  holds: ({ assign_to }, world) => assign_to !== null && assign_to === world.me?.id,
  state: t`yours`,
  change: (desk, ids) => {
    const { me } = desk.world();
    if (me) desk.commit('conversation.assign', { ids, assign_to: me.id });
  },
});

export const conversationUnassign = changeAction({
  id: 'conversation.unassign',
  title: t`Unassign`,
  help: t`Removes the assignee`,
  keys: ['A'],
  words: ['release'],
  holds: ({ assign_to }) => assign_to === null,
  state: t`unassigned`,
  change: (desk, ids) => desk.commit('conversation.assign', { ids, assign_to: null }),
});

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

function statusAction<const Id extends string>({ kind, ...action }: StatusAction<Id>): Action<Id> {
  const name = safeLine(kind);
  const statusOf = (world: World): ConversationStatus | undefined =>
    statusesOf(world).find(status => status.kind === kind);
  return changeAction({
    ...action,
    refuse: world =>
      statusOf(world)
        ? undefined
        : t`The help center has no status “${name}”: choose one with ${world.keyNames['conversation.status']}.`,
    holds: ({ conversation_status_id }, world) => conversation_status_id === statusOf(world)?.id,
    state: name,
    change: (desk, ids) => {
      const status = statusOf(desk.world());
      if (status) desk.commit('conversation.status', { ids, conversation_status_id: status.id });
    },
  });
}

export const ratingAction: Action<'conversation.rating'> = {
  id: 'conversation.rating',
  title: t`Rating request on or off`,
  help: t`Switches the rating request after closing off or on`,
  scope: 'conversations',
  keys: ['%'],
  writes: true,
  unavailable: whyNoTarget,
  run: desk => {
    const ids = targetsOf(desk.world());
    const isOffForAll = ids.every(id => conversationOf(desk.world(), id)?.disable_rating === true);
    desk.commit('conversation.rating', { ids, disable_rating: !isOffForAll });
    addReason(desk, ids);
  },
};

/** A switch that changes nothing for the customer says so. */
function addReason(desk: Desk, ids: readonly number[]): void {
  const world = desk.world();
  const { notice } = world;
  const reason = whyNobodyRates(world, ids);
  if (reason === undefined || notice?.tone !== 'done') return;
  desk.notify({
    ...notice,
    text: t`${notice.text} · not sent: ${reason}`,
    short: t`${notice.short ?? notice.text} · not sent: ${reason}`,
  });
}

export const repeatAction: Action<'repeat'> = {
  id: 'repeat',
  title: t`Repeat`,
  help: t`Repeats your last change here`,
  scope: 'conversations',
  keys: ['.'],
  writes: true,
  unavailable: world =>
    whyNoTarget(world) ??
    (lastCalls(world).length === 0
      ? t`Nothing to repeat: a note, a merge or a title belongs to its conversation.`
      : undefined),
  run: desk => {
    const ids = targetsOf(desk.world());
    const calls = lastCalls(desk.world()).map(call => narrowed(call, ids));
    const [first] = calls;
    if (calls.length > 1) commitCalls(desk, calls, countedTitle(t`Repeated on`, ids));
    else if (first) desk.commit(first.name, first.args as never);
  },
};

function lastCalls({ operations }: World): readonly OwnCall[] {
  const calls: readonly ChangeCall[] = undoable(operations).slice(-1).flatMap(callsLeft);
  return calls.every(isRepeatable) ? calls : [];
}

function isRepeatable(call: ChangeCall): call is OwnCall {
  return changeOf(call.name)?.isRepeatable === true;
}
