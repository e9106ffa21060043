import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { questionBox } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { boxOn } from '../../keys/parts.ts';
import { askBox, flow } from '../../keys/script.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import { markCount, targetsOf, unmarkAll } from '../../state/list/marks.ts';
import { everything } from '../../state/query/views.ts';
import { findIds } from '../../state/sync/find.ts';
import { conversationOf } from '../../state/visible.ts';
import { inboxName } from '../../state/words/names.ts';
import { personName, withAddress } from '../../state/words/person-name.ts';
import type { Conversation, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { lookAlikeKey } from '../../text/look-alike.ts';
import { counted } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { mergeCandidates, titleWords } from './merge-candidates.ts';
import { conversationsTitle, heldWarning, loadedConversations, whyNoTarget } from './targets.ts';

const MAX_FOUND = 30;

/**
 * The other side of a merge: several targets choose the one that takes in the rest, one target chooses a conversation
 * to take in.
 */
const withBox = boxOn<undefined, readonly number[]>()({
  id: 'merge.with',
  title: ({ targets }) =>
    targets.length > 1 ? t`Merge ${conversationsTitle(targets)} into` : t`Merge into ${conversationsTitle(targets)}`,
  verb: t`choose`,
  parts: {
    one: {
      kind: 'choices',
      hasFilter: true,
      options: view => candidates(view).map(one => mergeOption(view.world, one)),
      empty: view =>
        candidates(view).length === 0
          ? t`No other conversation is loaded that it could take in.`
          : t`No conversation matches.`,
    },
  },
  load: (desk, { targets: [first, ...more] }, show) => {
    if (first !== undefined && more.length === 0) void search(desk, first).then(show);
  },
});

const mergeQuestion = questionBox<{ readonly into: number; readonly sources: readonly number[] }>({
  id: 'merge.question',
  title: ({ world, data: { into } }) => t`Merge into #${into} ${conversationOf(world, into)?.title ?? t``}`,
  lines: ({ world, data: { into, sources } }) => mergePreview(world, into, sources),
  verb: t`merge`,
});

const merge = flow({
  id: 'conversation.merge',
  takesText: true,
  *script(_input, targets) {
    const one = Number((yield* askBox(withBox, undefined)).one);
    const into = targets.length > 1 ? one : targets[0]!;
    const sources = targets.length > 1 ? targets.filter(target => target !== one) : [one];
    yield* askBox(mergeQuestion, { into, sources });
    return desk => {
      // Otherwise the survivor alone would stay marked, and the next key would act on it.
      desk.set({ list: unmarkAll(desk.world().list) });
      desk.commit('conversation.merge', { ids: sources, into });
    };
  },
});

export const mergeAction: Action<'conversation.merge'> = {
  id: 'conversation.merge',
  title: t`Merge…`,
  help: t`Merges conversations into one, after 10 seconds`,
  scope: 'conversations',
  keys: ['m'],
  words: ['join', 'combine', 'duplicate'],
  writes: true,
  hint: t`merge`,
  unavailable: world => whyNoTarget(world) ?? whyMergedAway(world),
  run: desk => begin(desk, merge),
  flows: [merge],
};

function whyMergedAway(world: World) {
  const gone = loadedConversations(world, targetsOf(world)).find(({ merged_into }) => merged_into !== null);
  if (gone === undefined) return undefined;
  const hint = markCount(world.list) > 0 ? t` · unmark it first` : t``;
  return t`#${gone.id} was merged into #${gone.merged_into ?? 0} already${hint}`;
}

function candidates({ world, targets, extra = [] }: BoxView<undefined, readonly number[]>): readonly Conversation[] {
  if (targets.length > 1) return loadedConversations(world, targets);
  const into = targets[0] === undefined ? undefined : conversationOf(world, targets[0]);
  return into ? mergeCandidates(world, into, extra) : [];
}

function mergeOption(world: World, { id, title, requester }: Conversation): Option {
  return { id: String(id), label: t`#${id} ${title}`, detail: requester ? personName(world, requester) : t`` };
}

/** The ids of more candidates, by the help center's search. */
async function search(desk: Desk, id: number): Promise<readonly number[]> {
  const conversation = conversationOf(desk.world(), id);
  const words =
    conversation?.requester?.email ??
    titleWords(conversation?.title ?? '')
      .slice(0, 2)
      .join(' ');
  return words === '' ? [] : findIds(desk, { ...everything, words }, MAX_FOUND).catch(() => []);
}

const TITLE_COLUMNS = 30;
const MESSAGES_COLUMNS = 12;
const NOTES_COLUMNS = 8;
const TAGS_COLUMNS = 14;

/** The effect of a merge, before it is done: each source, the result, and how long it can be undone. */
export function mergePreview(world: World, into: number, sources: readonly number[]): readonly SafeText[] {
  const target = conversationOf(world, into);
  const taken = loadedConversations(world, sources);
  const warnings = target ? warningsOf(world, [target, ...taken]) : [];
  return [
    ...warnings,
    ...(warnings.length > 0 ? [t``] : []),
    ...taken.map(sourceLine),
    t``,
    ...(target ? resultLines(world, [target, ...taken]) : []),
    heldWarning(world, 'conversation.merge'),
  ];
}

/** Reasons against the merge, which cannot be undone later. */
function warningsOf(world: World, all: readonly Conversation[]): readonly SafeText[] {
  const people = new Map(
    all.flatMap(({ requester }) => (requester ? [[requester.email?.toLowerCase() ?? requester.id, requester]] : [])),
  );
  const inboxes = new Set(all.flatMap(({ inbox_id }) => (inbox_id === null ? [] : [inbox_id])));
  const names = [...people.values()].map(person => personName(world, person));
  const isDoubtful = new Set(names.map(name => lookAlikeKey(name))).size < names.length;
  const shown = isDoubtful
    ? [...people.values()].map((person, index) => withAddress({ name: names[index]!, email: person.email }))
    : names;
  return [
    ...(people.size > 1 ? [t`Different customers: ${listed(shown)}`] : []),
    ...(inboxes.size > 1 ? [t`Different inboxes: ${listed([...inboxes].map(id => inboxName(world, id)))}`] : []),
  ];
}

/** More names than this are counted. */
const MAX_NAMES = 5;

function listed(names: readonly SafeText[]): SafeText {
  const more = names.length - MAX_NAMES;
  const some = join(names.slice(0, MAX_NAMES), t`, `);
  return more > 0 ? t`${some} and ${more} more` : some;
}

function sourceLine({ id, title, message_count, note_count, tags }: Conversation): SafeText {
  const notes = note_count ? counted(note_count, t`note`) : t``;
  const messages = message_count === null ? t`` : counted(message_count, t`message`);
  const counts = t`${pad(messages, MESSAGES_COLUMNS)} ${pad(notes, NOTES_COLUMNS)}`;
  return t`  #${id} ${pad(title, TITLE_COLUMNS)} ${counts}${cut(join(tags, t` `), TAGS_COLUMNS)}`;
}

function resultLines(world: World, all: readonly Conversation[]): SafeText[] {
  const tags = [...new Set(all.flatMap(conversation => conversation.tags))].sort();
  const people = [...new Set(all.flatMap(({ requester }) => (requester ? [personName(world, requester)] : [])))];
  const parts = [...countsOf(all), ...(tags.length > 0 ? [t`tags ${join(tags, t` `)}`] : [])];
  const contacts = people.length > 0 ? [t`contacts ${join(people, t`, `)}`] : [];
  const [first, ...more] = [...(parts.length > 0 ? [join(parts, t`, `)] : []), ...contacts];
  return first === undefined ? [] : [t`Result: ${first}`, ...more.map(line => t`        ${line}`)];
}

/** `7 messages`, `2 notes`; nothing if another help center does not count them. */
function countsOf(all: readonly Conversation[]): readonly SafeText[] {
  if (all.some(({ message_count }) => message_count === null)) return [];
  const notes = sum(all.map(({ note_count }) => note_count ?? 0));
  const messages = counted(sum(all.map(({ message_count }) => message_count ?? 0)), t`message`);
  return notes > 0 ? [messages, counted(notes, t`note`)] : [messages];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
