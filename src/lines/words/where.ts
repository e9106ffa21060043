import { panePlaces, placeIndex } from '../../actions/go/places.ts';
import type { Desk } from '../../state/desk.ts';
import { earlierWords } from '../../state/detail/earlier-words.ts';
import type { Byline, DetailLine } from '../../state/detail/line.ts';
import { currentKey } from '../../state/detail/move.ts';
import { markCount } from '../../state/list/marks.ts';
import { STATE_WORDS, stateOfOther } from '../../state/list/row-state.ts';
import { countOf, emptyText, waitsText } from '../../state/list/words.ts';
import { queryTitle } from '../../state/query/language.ts';
import { listedView } from '../../state/query/view-query.ts';
import { views } from '../../state/query/views.ts';
import { conversationOf } from '../../state/visible.ts';
import { placeParts, statusOf } from '../../state/words/names.ts';
import { personName, withAddress } from '../../state/words/person-name.ts';
import type { Conversation, World } from '../../state/world.ts';
import { counted, countText, grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { spansInWords } from '../../text/time-words.ts';
import { rowWords } from './row-words.ts';
import { heading, listed, ofOthers, sentence, spoken } from './spoken.ts';
import { WORDINGS } from './wordings.ts';

const STATES = new Map(STATE_WORDS);

/** The place that has the keys, with its name. */
export function placeWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  if (world.pane === 'detail') return conversationWords(desk);
  return world.pane === 'list' ? listWords(world) : [t`Inboxes and views.`, inboxesWords(world)];
}

/** The selected row or entry there. */
export function cursorWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  const { pane, list, detail } = world;
  if (pane === 'inboxes') return [inboxesWords(world)];
  if (pane === 'list') return list.cursorId === null ? listWords(world) : [rowWords(world, list.cursorId)];
  const lines = desk.detailLines();
  const key = currentKey(detail, lines);
  return [...entryWords(world, lines, key), ...besideWords(world, lines, key)];
}

/** The words after the selected entry has been read out. */
export function readWords(desk: Desk): readonly SafeText[] {
  const lines = desk.detailLines();
  const world = desk.world();
  return [
    t`Nothing more here: again says it again.`,
    ...besideWords(world, lines, currentKey(world.detail, lines), true),
  ];
}

/** The inbox or the view at the cursor of their pane. */
function inboxesWords(world: World): SafeText {
  const places = panePlaces(world);
  const place = places[placeIndex(places, world.inboxCursor)];
  if (!place) return t`There is no inbox or view.`;
  const { title, kind, count, hasBell, digit } = place;
  const number = count === null ? t`` : t`, ${countText(count.number, count.isMore)}`;
  const key = digit === '' ? t`` : t`, key ${digit}`;
  return t`${kind === 'inbox' ? t`Inbox` : t`View`} ${title}${number}${hasBell ? t`, subscribed` : t``}${key}.`;
}

/** The list: its name and size, then the row at the cursor. */
function listWords(world: World): readonly SafeText[] {
  const { list, now } = world;
  const { cursorId } = list;
  const name = heading(listName(world));
  const empty = sentence(emptyText(world));
  if (cursorId === null) return [t`${name}.`, list.problem === null ? empty : ofOthers(empty)];
  const old = list.isCached && list.asOf !== null ? asOf(list.asOf, now) : t``;
  const facts = { name, count: countOf(list), asOf: old, at: list.cursorIndex + 1 };
  return [WORDINGS[world.speak].list(facts), rowWords(world, cursorId)];
}

/** The name of the view that is listed; without one, the filter in words. */
function listName(world: World): SafeText {
  const words = queryTitle(world.list.query, world);
  return views.some(({ title }) => title === words) ? words : (listedView(world)?.name ?? words);
}

/** The open conversation: its head, then the selected entry of its thread, or the whole of another section. */
function conversationWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  const { conversationId: id, section, problem, loading } = world.detail;
  if (id === null) return [t`No conversation is open.`];
  const conversation = conversationOf(world, id);
  const head = (entry: readonly SafeText[]) => (conversation ? headWords(world, conversation, entry) : [t`#${id}.`]);
  if (problem !== null) return [...head([]), ofOthers(sentence(problem))];
  if (loading) return [...head([]), t`It is still being read: again says more.`];
  const lines = desk.detailLines();
  const key = currentKey(world.detail, lines);
  const entry = entryWords(world, lines, key);
  if (section === 'thread') return [...head(entry), ...entry, ...besideWords(world, lines, key)];
  if (lines.length === 0) return [...head([]), t`No ${safeLine(section)}.`];
  return [t`The ${safeLine(section)} of #${id}:`, ...lines.flatMap(line => lineWords(world, line))];
}

/** The head of a conversation, before the words of an entry: a name that those begin with is not said twice. */
function headWords(world: World, conversation: Conversation, [first = t``]: readonly SafeText[]): readonly SafeText[] {
  const { id, title, requester, tags, message_count: messages, note_count: notes } = conversation;
  const name = requester?.email ? withAddress(requester) : requester ? personName(world, requester) : t`no contact`;
  const [inbox = t``, ...rest] = placeParts(world, conversation);
  const states = [statusOf(world, conversation), spansInWords(waitsText(conversation, world.now)), ...rest];
  const counts = [
    messages === null ? t`` : counted(messages, t`message`),
    notes === null ? t`` : counted(notes, t`note`),
  ];
  const from = first.includes(name) ? t`` : name;
  const earlier = heading(earlierWords(world, id));
  return [t`#${id} ${title}`, ...WORDINGS[world.speak].head({ states, inbox, from, tags, earlier, counts })];
}

type Lines = readonly DetailLine[];

/** An entry of the detail whole; nothing if it is not there. */
function entryWords(world: World, lines: Lines, key: string | null): readonly SafeText[] {
  return key === null ? [] : lines.filter(({ entryKey }) => entryKey === key).flatMap(line => lineWords(world, line));
}

/** A line of the detail: whose words follow, or a person's words. */
function lineWords(world: World, line: DetailLine): readonly SafeText[] {
  const { entryKey, role, voice, text, right, by, row } = line;
  if (by) return bylineWords(world, line, by);
  if (role === 'head') {
    const head = t`${listed([text, right ?? t``].map(heading))}:`;
    // Without a time, the head of an entry begins with a name.
    return [entryKey !== null && !right ? ofOthers(head) : head];
  }
  if (text === '') return right ? [spansInWords(heading(right))] : [t``];
  const state = row && stateOfOther(world, row);
  const sign = state === undefined ? t`` : (STATES.get(state) ?? t``);
  const end = listed([sign, spansInWords(heading(right ?? t``))]);
  return [ofOthers(t`${voice === null ? spoken(text) : text}${end === '' ? t`` : t` (${end})`}`)];
}

/** The head of a message or a note, the time last. A name can begin no line: the label stands before it. */
function bylineWords(world: World, { entryKey, to = t``, hint = t`` }: DetailLine, by: Byline): readonly SafeText[] {
  const marked = world.detail.marked.has(entryKey ?? '') ? t`marked` : t``;
  // A help center may be named as such.
  const name = by.name.toLowerCase() === by.label ? t`` : by.name;
  const parts = WORDINGS[world.speak].entry({ ...by, name, marks: [...by.marks, marked, heading(to)] }, hint);
  const head = t`${by.label}: ${listed(parts.map(spoken))}`;
  return by.begins === undefined ? [head] : [head, ofOthers(by.begins)];
}

/** How much of the thread stands before and after an entry, and the words that go there. */
function besideWords(world: World, lines: Lines, key: string | null, isAlone = false): readonly SafeText[] {
  const keys = [...new Set(lines.flatMap(({ entryKey }) => entryKey ?? []))];
  const at = keys.indexOf(key ?? '');
  if (at === -1) return [];
  const isPart = lines.some(({ role }) => role === 'more');
  const isNumbered = !isAlone && lines.some(({ entryKey, by }) => entryKey === key && Boolean(by?.number));
  return [
    ...WORDINGS[world.speak].beside({ before: at, after: keys.length - at - 1, isNumbered }),
    ...(isPart && at === 0 ? [t`Earlier messages are not read: open reads them.`] : []),
  ];
}

/** The effect of a typed line on the place that has the keys, since `before`; nothing if that is as it was. */
export function changedWords(desk: Desk, before: World): readonly SafeText[] {
  const world = desk.world();
  return [...placeChanges(desk, world, before), ...markChanges(world, before)];
}

function placeChanges(desk: Desk, world: World, before: World): readonly SafeText[] {
  if (isElsewhere(world, before)) return placeWords(desk);
  const { pane, list, detail, inboxCursor } = world;
  if (pane === 'inboxes') return inboxCursor === before.inboxCursor ? [] : cursorWords(desk);
  if (pane === 'list') return list.cursorId === before.list.cursorId ? [] : cursorWords(desk);
  const { find } = detail;
  if (find !== null && find !== before.detail.find) return foundWords(desk, world);
  const isSame = detail.entryKey === before.detail.entryKey && detail.opened === before.detail.opened;
  return isSame ? [] : cursorWords(desk);
}

function isElsewhere(world: World, before: World): boolean {
  const { pane, list, detail } = world;
  if (pane !== before.pane) return true;
  if (pane === 'list') return list.query !== before.list.query || (list.asOf === null) !== (before.list.asOf === null);
  if (pane !== 'detail') return false;
  const { conversationId, section, loading, problem } = before.detail;
  return (
    detail.conversationId !== conversationId ||
    detail.section !== section ||
    detail.loading !== loading ||
    detail.problem !== problem
  );
}

/** The line that a search has found, and which of all it is. */
function foundWords(desk: Desk, { detail: { find } }: World): readonly SafeText[] {
  const line = find?.line == null ? undefined : desk.detailLines()[find.line];
  if (!find || !line) return cursorWords(desk);
  return [t`Found ${grouped(find.current + 1)} of ${grouped(find.matches.length)}:`, ...lineWords(desk.world(), line)];
}

function markChanges({ list }: World, before: World): readonly SafeText[] {
  const count = markCount(list);
  if (count === markCount(before.list)) return [];
  return [count === 0 ? t`Nothing is marked.` : t`${grouped(count)} marked.`];
}
