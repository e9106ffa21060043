import { inboxName } from '../../state/names.ts';
import { personName, withAddress } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { lookAlikeKey } from '../../text/look-alike.ts';
import { counted } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { heldWarning } from './held-warning.ts';
import { conversationsOf } from './targets.ts';

const TITLE_COLUMNS = 30;
const MESSAGES_COLUMNS = 12;
const NOTES_COLUMNS = 8;
const TAGS_COLUMNS = 14;

/** The effect of a merge, before it is done: each source, the result, and how long it can be undone. */
export function mergePreview(world: World, into: number, sources: readonly number[]): readonly SafeText[] {
  const target = conversationOf(world, into);
  const taken = conversationsOf(world, sources);
  const warnings = target ? warningsOf(world, [target, ...taken]) : [];
  return [
    ...warnings,
    ...(warnings.length > 0 ? [t``] : []),
    ...taken.map(sourceLine),
    t``,
    ...(target ? resultLines(world, [target, ...taken]) : []),
    heldWarning('conversation.merge'),
  ];
}

/** What may speak against the merge: it cannot be undone later. */
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
