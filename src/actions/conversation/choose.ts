import { MAX_TAG_LENGTH } from '../../contract/conversation-body.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { filterTaken } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { journalOf } from '../../state/operations/operation.ts';
import { statusesOf } from '../../state/words/names.ts';
import type { ChoicesState } from '../../state/world/open-box.ts';
import type { Inbox, World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { conversationsTitle, loadedConversations, whyNoTarget } from './targets.ts';

const status = choice({
  id: 'conversation.status',
  title: ({ targets }) => t`Status of ${conversationsTitle(targets)}`,
  verb: t`set`,
  options: ({ world, targets }) =>
    statusesOf(world).map(({ id, name }, index) => ({
      id: String(id),
      label: name,
      sign: digitSign(index),
      run: desk => desk.commit('conversation.status', { ids: targets, conversation_status_id: id }),
    })),
});

export const chooseStatusAction: Action<'conversation.status'> = {
  id: 'conversation.status',
  title: t`Status…`,
  help: t`Chooses the status`,
  scope: 'conversations',
  keys: ['s'],
  words: ['pending', 'wait'],
  writes: true,
  hint: t`status`,
  unavailable: world =>
    whyNoTarget(world) ?? (statusesOf(world).length === 0 ? t`The help center names no statuses.` : undefined),
  run: desk => begin(desk, status),
  flows: [status],
};

const move = choice({
  id: 'conversation.move',
  title: ({ targets }) => t`Move ${conversationsTitle(targets)} to`,
  hasFilter: true,
  verb: t`move`,
  options: ({ world, targets }) => {
    const from = new Set(loadedConversations(world, targets).map(({ inbox_id }) => inbox_id));
    const isElsewhere = (id: number) => from.size !== 1 || !from.has(id);
    const likely = lastMovedTo(world);
    // Spam comes last: under the cursor it would be one slip away.
    const place = ({ id, kind }: Inbox) => (kind === 'spam' ? 2 : id === likely ? 0 : 1);
    return world.base.inboxes
      .filter(({ id }) => isElsewhere(id))
      .sort((a, b) => place(a) - place(b))
      .map(inbox =>
        namedOption(inbox, {
          run: desk => desk.commit('conversation.move', { ids: targets, inbox_id: inbox.id }),
        }),
      );
  },
  empty: () => t`No other inbox matches.`,
});

export const moveAction: Action<'conversation.move'> = {
  id: 'conversation.move',
  title: t`Move to inbox…`,
  help: t`Chooses the inbox to move to`,
  scope: 'conversations',
  keys: ['v'],
  words: ['transfer', 'category', 'spam'],
  writes: true,
  unavailable: world =>
    whyNoTarget(world) ?? (world.base.inboxes.length === 0 ? t`You see no inbox to move it to.` : undefined),
  run: desk => begin(desk, move),
  flows: [move],
};

/** The inbox to which this agent moved a conversation last: it is proposed again. */
function lastMovedTo({ operations }: World): unknown {
  const calls = journalOf(operations).flatMap(operation => operation.calls);
  return calls.findLast(({ name }) => name === 'conversation.move')?.args.inbox_id;
}

const NEW = 'new:';
/** The sign of a tag that only some of the conversations have. */
const SOME = t`-`;

const tagging = choice({
  id: 'conversation.tag',
  title: ({ targets }) => t`Tags of ${conversationsTitle(targets)}`,
  hasFilter: true,
  verb: t`on or off`,
  legend: ({ targets }) => (targets.length > 1 ? t`✓ all · ${SOME} some, Enter adds to all` : undefined),
  options: ({ world, targets }, draft) => choices(world, targets, draft),
  empty: () => t`No tags yet: type a name.`,
  take: (desk, { targets: ids, open }, { id }) => {
    const isNew = id.startsWith(NEW);
    const tag = safeLine(isNew ? id.slice(NEW.length) : id);
    const isOnAll = heldTags(desk.world(), ids).get(tag) === ids.length;
    desk.commit(isOnAll ? 'conversation.untag' : 'conversation.tag', { ids, tags: [tag] });
    filterTaken(desk, open);
  },
});

export const tagAction: Action<'conversation.tag'> = {
  id: 'conversation.tag',
  title: t`Tags…`,
  help: t`Adds or removes tags; a new name makes a new tag`,
  scope: 'conversations',
  keys: ['t'],
  words: ['label'],
  writes: true,
  hint: t`tag`,
  unavailable: whyNoTarget,
  run: desk => begin(desk, tagging),
  flows: [tagging],
};

/** All tags by name, so that switching one moves none; a name that is not among them can be added. */
function choices(world: World, targets: readonly number[], draft: ChoicesState['draft']): readonly Option[] {
  const held = heldTags(world, targets);
  const known = new Set<SafeText>([...world.base.tags.map(({ name }) => name), ...held.keys()]);
  const options = [...known]
    .sort((a, b) => a.localeCompare(b))
    .map((name): Option => ({ id: name, label: name, sign: signOf(held.get(name) ?? 0, targets.length) }));
  const typed = safeLine((draft?.text ?? '').trim().slice(0, MAX_TAG_LENGTH));
  const isKnown = options.some(({ id }) => id.toLowerCase() === typed.toLowerCase());
  const fresh =
    typed === '' || isKnown
      ? []
      : [{ id: `${NEW}${typed}`, label: t`new tag “${typed}”`, sign: t`+`, stays: true as const }];
  return [...options, ...fresh];
}

function signOf(count: number, total: number): SafeText {
  if (count === 0) return t` `;
  return count === total ? t`✓` : SOME;
}

const untag = choice({
  id: 'conversation.untag',
  title: ({ targets }) => t`Remove a tag from ${conversationsTitle(targets)}`,
  hasFilter: true,
  verb: t`take off`,
  options: ({ world, targets }) =>
    [...heldTags(world, targets)].map(([name, count]) => ({
      id: name,
      label: name,
      detail: targets.length > 1 ? t`on ${count}` : t``,
      run: desk => desk.commit('conversation.untag', { ids: targets, tags: [name] }),
    })),
});

export const untagAction: Action<'conversation.untag'> = {
  id: 'conversation.untag',
  title: t`Remove a tag…`,
  help: t`Removes a tag that the conversation has`,
  scope: 'conversations',
  keys: ['T'],
  words: ['label'],
  writes: true,
  unavailable: world => {
    const ids = targetsOf(world);
    return (
      whyNoTarget(world) ??
      (heldTags(world, ids).size === 0 ? t`${conversationsTitle(ids)}: no tags to remove.` : undefined)
    );
  },
  run: desk => begin(desk, untag),
  flows: [untag],
};

/** The tags on these conversations, in order, each with the number of its conversations. */
function heldTags(world: World, ids: readonly number[]): ReadonlyMap<SafeText, number> {
  const held = new Map<SafeText, number>();
  for (const { tags } of loadedConversations(world, ids)) {
    for (const tag of tags) held.set(tag, (held.get(tag) ?? 0) + 1);
  }
  return new Map([...held].sort(([a], [b]) => a.localeCompare(b)));
}
