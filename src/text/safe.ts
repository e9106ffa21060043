import { sanitise } from './sanitise.ts';
import { width } from './width.ts';

declare const brand: unique symbol;

/** One line that a terminal can only take for text: no control character, no line break, no override. */
export type SafeText = string & { readonly [brand]: 'line' };

/** Many lines, each as harmless as a `SafeText`, separated by "\n". */
export type SafeBlock = string & { readonly [brand]: 'block' };

// Nearly all text passes this test, so it decides the speed: it names only characters that are safe as they are.
const QUIET_LINE = /^[\x20-\x7e]*$/;
const QUIET_BLOCK = /^[\n\x20-\x7e]*$/;
const TAB_COLUMNS = 8;
// After this many characters a tab is one space: a text of tabs alone would be eight times as long. They are counted in
// the safe text, so that a text whose beginning is safe already gets no other tabs.
const MAX_WITH_TABS = 400_000;
// In addition to the characters that JSON escapes: DEL, C1, invisible and bidi characters, line separators, tags.
const UNSAFE_IN_JSON =
  /[\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/**
 * Raw text as one safe line. Controls become visible (`^[`, `\x9b`), line breaks and tabs become a space, bidi controls
 * and invisible characters are dropped, a broken surrogate becomes U+FFFD, a base keeps at most 8 marks. Never throws;
 * a second pass changes nothing; text is not normalised.
 */
export function safeLine(raw: string): SafeText {
  return (QUIET_LINE.test(raw) ? raw : sanitise(raw, 'line')) as SafeText;
}

/** As `safeLine`, for text of many lines: each kind of line break becomes "\n", tabs run to the next 8th column. */
export function safeBlock(raw: string): SafeBlock {
  const text = raw.includes('\r') ? raw.replaceAll('\r\n', '\n') : raw;
  if (QUIET_BLOCK.test(text)) return text as SafeBlock;
  const safe = sanitise(text, 'block');
  return (safe.includes('\t') ? expandTabs(safe) : safe) as SafeBlock;
}

function expandTabs(block: string): string {
  let written = 0;
  const expand = (line: string): string => {
    const [first = '', ...rest] = line.split('\t');
    let column = width(first);
    let expanded = first;
    for (const piece of rest) {
      const gap = written + expanded.length < MAX_WITH_TABS ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1;
      expanded += ' '.repeat(gap) + piece;
      column += gap + width(piece);
    }
    return expanded;
  };
  const lined = block.split('\n').map(line => {
    const safe = line.includes('\t') ? expand(line) : line;
    written += safe.length + 1;
    return safe;
  });
  return lined.join('\n');
}

/** The lines of a block, at least one. */
export function lines(block: SafeBlock): SafeText[] {
  return block.split('\n') as SafeText[];
}

/**
 * Text of our own with safe parts in it: t`Archived ${count} conversations`. A plain string as a part is a type error.
 */
export function t(own: TemplateStringsArray, ...parts: readonly (SafeText | number)[]): SafeText {
  return own.reduce((text, next, index) => text + parts[index - 1] + next) as SafeText;
}

/** The parts joined, with the separator between them (default: nothing). */
export function join(parts: readonly SafeText[], separator?: SafeText): SafeText {
  return parts.join(separator ?? '') as SafeText;
}

/**
 * JSON for `--json`: every control, bidi control and invisible character as \uXXXX, so that it is safe to print and
 * still exact. A value that JSON cannot hold (undefined, a function) is `null`.
 */
export function safeJson(value: unknown, indent?: number): string {
  const json: string | undefined = JSON.stringify(value, null, indent);
  return (json ?? 'null').replace(UNSAFE_IN_JSON, found =>
    Array.from({ length: found.length }, (_, index) => escapeUnit(found.charCodeAt(index))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
