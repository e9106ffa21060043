import { type SafeBlock, type SafeText, t } from '../../text/safe.ts';
import type { Thread, World } from '../world.ts';
import type { BodyLines } from './body-lines.ts';
import { detailLine } from './line.ts';
import type { Steps } from './slices.ts';
import { bodiesOf, threadLines } from './thread-lines.ts';

/** Heads stand at the left edge and every body is indented by this: no text can imitate a head. */
const INDENT = '  ';
/** The head of a note, which only agents see. */
const NOTE_INDENT = '# ';
/** The width of heads; bodies are not wrapped. */
const COLUMNS = 80;
const CHARACTERS_OF_STEP = 20_000;

/** The lines of the desk's own that stand first if earlier messages are not loaded. */
const MORE_LINES = 2;

/** One indented line of a body. */
const bodyPlace: BodyLines = (_entry, entryKey) => [detailLine(entryKey, 'text', t``)];

/** A conversation as one plain text: a title, then its loaded messages and notes, oldest first, nothing folded. */
export function* transcriptSteps(world: World, thread: Thread, title: SafeText): Steps<SafeBlock> {
  const bodies = new Map(bodiesOf(thread, COLUMNS).map(([key, entry]) => [key, entry]));
  const entries = threadLines(thread, COLUMNS, 'all', world, bodyPlace);
  const lines = thread.nextCursor === null ? entries : entries.slice(MORE_LINES);
  const parts: string[] = [title, '\n'];
  if (thread.nextCursor !== null) parts.push('\n(Earlier messages could not be read.)\n');
  parts.push('\n');
  for (const { entryKey, role, text, right } of lines) {
    if (role === 'rest') {
      parts.push(INDENT, t`(${text}, which could not be read)`, '\n');
      continue;
    }
    if (role !== 'text') {
      parts.push(role === 'attachment' ? INDENT : '', text, right === null ? '' : ` · ${right}`, '\n');
      yield text.length;
      continue;
    }
    const entry = bodies.get(entryKey!)!;
    const [body, indent] = 'details' in entry ? [entry.details, NOTE_INDENT] : [entry.body_text, INDENT];
    parts.push(indent);
    for (let at = 0; at < body.length; at += CHARACTERS_OF_STEP) {
      parts.push(body.slice(at, at + CHARACTERS_OF_STEP).replaceAll('\n', `\n${indent}`));
      yield CHARACTERS_OF_STEP;
    }
    parts.push('\n');
  }
  return parts.join('') as SafeBlock;
}
