import { safeBlock } from './safe.ts';
import { eachGrapheme, width } from './width.ts';

/** A text being edited; `cursor` counts UTF-16 units and stands between two characters as a reader counts them. */
export type Draft = { text: string; cursor: number };

/** Lines are separated by "\n" in a multiline text; a text of one line has none. */
export type EditOptions = { multiline?: boolean };

type Motion = (draft: Draft, isMultiline: boolean) => number;

const MOTIONS: Record<string, Motion> = {
  left: ({ text, cursor }) => before(text, cursor),
  right: ({ text, cursor }) => after(text, cursor),
  'ctrl-b': ({ text, cursor }) => before(text, cursor),
  'ctrl-f': ({ text, cursor }) => after(text, cursor),
  up: (draft, isMultiline) => (isMultiline ? above(draft) : draft.cursor),
  down: (draft, isMultiline) => (isMultiline ? below(draft) : draft.cursor),
  home: ({ text, cursor }) => lineStart(text, cursor),
  end: ({ text, cursor }) => lineEnd(text, cursor),
  'ctrl-a': ({ text, cursor }) => lineStart(text, cursor),
  'ctrl-e': ({ text, cursor }) => lineEnd(text, cursor),
  'ctrl-left': wordLeft,
  'ctrl-right': wordRight,
  'alt-b': wordLeft,
  'alt-f': wordRight,
};

/** Each removes the text between the cursor and the place it names. */
const CUTS: Record<string, (draft: Draft) => number> = {
  backspace: ({ text, cursor }) => before(text, cursor),
  'ctrl-h': ({ text, cursor }) => before(text, cursor),
  delete: ({ text, cursor }) => after(text, cursor),
  'ctrl-d': ({ text, cursor }) => after(text, cursor),
  'ctrl-w': blankLeft,
  'ctrl-u': ({ text, cursor }) => lineStart(text, cursor),
  'ctrl-k': ({ text, cursor }) => {
    const end = lineEnd(text, cursor);
    return end === cursor ? after(text, cursor) : end;
  },
};

/** Whether a key of this name moves the cursor of a text or removes a part of the text. */
export function isEditingKey(key: string): boolean {
  return Object.hasOwn(MOTIONS, key) || Object.hasOwn(CUTS, key);
}

/**
 * The draft after an editing key, named as the input stage names it (`left`, `ctrl-w`, `alt-b`, `enter`, …). Returns
 * the same object if the key is unknown or has nothing to do. No character is ever split.
 */
export function edit(draft: Draft, key: string, options: EditOptions = {}): Draft {
  const isMultiline = options.multiline === true;
  if (key === 'enter') return isMultiline ? insert(draft, '\n', options) : draft;
  const from = betweenCharacters(draft.text, draft.cursor);
  const settled = from === draft.cursor ? draft : { text: draft.text, cursor: from };
  const cutTo = Object.hasOwn(CUTS, key) ? CUTS[key]?.(settled) : undefined;
  if (cutTo !== undefined) return splice(draft, Math.min(cutTo, from), Math.max(cutTo, from), '');
  const cursor = Object.hasOwn(MOTIONS, key) ? MOTIONS[key]?.(settled, isMultiline) : undefined;
  return cursor === undefined || cursor === draft.cursor ? draft : { text: draft.text, cursor };
}

/**
 * The draft with typed or pasted text inserted at the cursor, which moves behind it. Control and invisible characters
 * become visible or are dropped, as in `safeBlock`; in a text of one line a line break becomes a space.
 */
export function insert(draft: Draft, text: string, options: EditOptions = {}): Draft {
  // A mark typed alone needs a base to be made safe: this letter, which is removed again.
  const safe = safeBlock(`x${text}`).slice(1);
  const at = betweenCharacters(draft.text, draft.cursor);
  return splice(draft, at, at, options.multiline === true ? safe : safe.replaceAll('\n', ' '));
}

function splice(draft: Draft, from: number, to: number, text: string): Draft {
  if (from === to && text === '') return draft;
  const joined = draft.text.slice(0, from) + text + draft.text.slice(to);
  return { text: joined, cursor: betweenCharacters(joined, from + text.length) };
}

/** The nearest place at or after this one that is inside the text and splits no character. */
function betweenCharacters(text: string, cursor: number): number {
  const wanted = Math.min(Math.max(0, Math.trunc(cursor) || 0), text.length);
  if (wanted === lineEnd(text, wanted)) return wanted;
  const start = lineStart(text, wanted);
  return start === wanted ? wanted : (boundaries(text, wanted).find(place => place >= wanted) ?? wanted);
}

/** The places between the characters of the cursor's line, including its start and its end. */
function boundaries(text: string, cursor: number): number[] {
  const start = lineStart(text, cursor);
  const places = [start];
  eachGrapheme(text.slice(start, lineEnd(text, cursor)), (_from, to) => places.push(start + to));
  return places;
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

function before(text: string, cursor: number): number {
  return boundaries(text, cursor).findLast(place => place < cursor) ?? Math.max(0, cursor - 1);
}

function after(text: string, cursor: number): number {
  return boundaries(text, cursor).find(place => place > cursor) ?? Math.min(text.length, cursor + 1);
}

function above({ text, cursor }: Draft): number {
  const start = lineStart(text, cursor);
  return start === 0 ? cursor : sameColumn(text, start - 1, width(text.slice(start, cursor)));
}

function below({ text, cursor }: Draft): number {
  const end = lineEnd(text, cursor);
  return end === text.length ? cursor : sameColumn(text, end + 1, width(text.slice(lineStart(text, cursor), cursor)));
}

/** The last place in the line of `within` that is not right of the column. */
function sameColumn(text: string, within: number, column: number): number {
  const start = lineStart(text, within);
  let place = start;
  let columns = 0;
  eachGrapheme(text.slice(start, lineEnd(text, within)), (_from, to, more) => {
    columns += more;
    if (columns <= column) place = start + to;
    return columns <= column;
  });
  return place;
}

function wordLeft({ text, cursor }: Draft): number {
  return past(text, past(text, cursor, 'left', isNoWord), 'left', isWord);
}

function wordRight({ text, cursor }: Draft): number {
  return past(text, past(text, cursor, 'right', isNoWord), 'right', isWord);
}

function blankLeft({ text, cursor }: Draft): number {
  return past(text, past(text, cursor, 'left', isBlank), 'left', character => !isBlank(character));
}

function isWord(character: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(character);
}

function isNoWord(character: string): boolean {
  return !isWord(character);
}

function isBlank(character: string): boolean {
  return /^\s/.test(character);
}

/** The place behind the characters of a kind that stand next to the cursor on one side. */
function past(text: string, cursor: number, side: 'left' | 'right', isOfKind: (character: string) => boolean): number {
  const characters: { from: number; to: number }[] = [];
  eachGrapheme(text, (from, to) => characters.push({ from, to }));
  const beside =
    side === 'left'
      ? characters.filter(({ to }) => to <= cursor).reverse()
      : characters.filter(({ from }) => from >= cursor);
  const next = beside.find(({ from, to }) => !isOfKind(text.slice(from, to)));
  if (side === 'left') return next?.to ?? 0;
  return next?.from ?? text.length;
}
