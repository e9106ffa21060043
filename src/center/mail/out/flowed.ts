import { SIGNATURE_LINE } from '../../../text/signature.ts';
import { trimEnd } from '../../../text/trim-end.ts';

/** The longest line in characters, the space that ends it included, unless one word is longer. */
const WIDTH = 72;

/** Whether a line may be broken before this word: there it must not look like a quote. */
function mayBegin(word: string): boolean {
  return !word.startsWith('>');
}

/** A line alone must not look like the one above a signature. */
function mayEnd(line: string): boolean {
  return line !== SIGNATURE_LINE;
}

/** RFC 3676: a line that begins with a space, or as a mailbox's `From ` line, gets one space more. */
function stuffed(line: string): string {
  return line.startsWith(' ') || line.startsWith('From ') ? ` ${line}` : line;
}

/** The lines of one paragraph; all but the last end with a space. Words are never broken. */
function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const [word] of paragraph.matchAll(/ *[^ ]+ */g)) {
    const characters = [...word].length;
    if (line !== '' && length + characters > WIDTH && mayBegin(word) && mayEnd(line)) {
      lines.push(line);
      line = '';
      length = 0;
    }
    line += word;
    length += characters;
  }
  return [...lines, line];
}

/** A quote stays as it is: its lines were broken by another program. */
function isFixed(line: string): boolean {
  return line.startsWith('>') || line === SIGNATURE_LINE;
}

/**
 * A text in the form of format=flowed (RFC 3676), each line with its line break: a program that knows it shows
 * paragraphs in any width, another one shows short lines. Spaces at the end of a line are lost.
 */
export function flowed(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const flow = lines.flatMap(line => {
    if (line === SIGNATURE_LINE) return [line];
    const bare = trimEnd(line, ' ');
    return isFixed(bare) ? [bare] : wrapped(bare).map(stuffed);
  });
  return flow.map(line => `${line}\r\n`).join('');
}
