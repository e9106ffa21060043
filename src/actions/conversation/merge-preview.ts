import { personName } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
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
  return [
    ...taken.map(sourceLine),
    t``,
    ...(target ? resultLines(world, [target, ...taken]) : []),
    heldWarning('conversation.merge'),
  ];
}

function sourceLine({ id, title, message_count, note_count, tags }: Conversation): SafeText {
  const notes = note_count ? counted(note_count, t`note`) : t``;
  const counts = t`${pad(counted(message_count ?? 0, t`message`), MESSAGES_COLUMNS)} ${pad(notes, NOTES_COLUMNS)}`;
  return t`  #${id} ${pad(title, TITLE_COLUMNS)} ${counts}${cut(join(tags, t` `), TAGS_COLUMNS)}`;
}

function resultLines(world: World, all: readonly Conversation[]): SafeText[] {
  const messages = sum(all.map(({ message_count }) => message_count ?? 0));
  const notes = sum(all.map(({ note_count }) => note_count ?? 0));
  const tags = [...new Set(all.flatMap(conversation => conversation.tags))].sort();
  const people = [...new Set(all.flatMap(({ requester }) => (requester ? [personName(world, requester)] : [])))];
  const counts =
    notes > 0 ? t`${counted(messages, t`message`)}, ${counted(notes, t`note`)}` : counted(messages, t`message`);
  return [
    t`Result: ${counts}${tags.length > 0 ? t`, tags ${join(tags, t` `)}` : t``}`,
    ...(people.length > 0 ? [t`        contacts ${join(people, t`, `)}`] : []),
  ];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
