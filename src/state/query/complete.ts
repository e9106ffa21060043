import type { Draft } from '../../text/edit.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { graphemes } from '../../text/width.ts';
import type { World } from '../world.ts';
import { candidatesOf, type FilterCandidate } from './candidates.ts';
import { readToken, valueExamples } from './language.ts';
import { type FilterPiece, pieceAt, quoted, type Token, tokensOf, unknownKey } from './tokens.ts';
import { everything } from './views.ts';

/** The candidates for the piece before the cursor. */
export interface Completion {
  readonly piece: FilterPiece;
  /** Candidates that begin as typed, then those with a later word that does. */
  readonly found: readonly FilterCandidate[];
  /** How many of them begin as typed. */
  readonly beginning: number;
}

/** The candidates at the cursor of a filter line. */
export function completionAt({ text, cursor }: Draft, world: World): Completion {
  const piece = pieceAt(text, cursor);
  const wanted = piece.value.toLowerCase();
  const all = candidatesOf(world, piece);
  const beginning = all.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  // A key is found by its beginning alone: any other word is one to search for.
  if (wanted === '' || piece.key === null) return { piece, found: beginning, beginning: beginning.length };
  const later = all.filter(
    ({ name, also = '' }) =>
      !name.toLowerCase().startsWith(wanted) && (hasWord(name, wanted, 1) || hasWord(also, wanted, 0)),
  );
  return { piece, found: [...beginning, ...later], beginning: beginning.length };
}

/** Whether a word of a name begins with this, at or after a place. */
function hasWord(name: string, wanted: string, from: number): boolean {
  const lower = name.toLowerCase();
  for (let at = lower.indexOf(wanted, from); at !== -1; at = lower.indexOf(wanted, at + 1)) {
    if (at === 0 || /[\s@.]/.test(lower[at - 1]!)) return true;
  }
  return false;
}

/** The most candidates that Tab walks through. */
const MAX_WALKED = 50;

/** The effect of Tab: it fills in the certain part, or walks through these texts in place of a part of the line. */
export type Tab =
  | { readonly draft: Draft }
  | { readonly from: number; readonly to: number; readonly texts: readonly string[] };

/** The effect of Tab in a filter line; undefined if nothing is known that fits. */
export function tabAt(draft: Draft, world: World): Tab | undefined {
  const completion = completionAt(draft, world);
  const { piece, found } = completion;
  const [first] = found;
  if (!first) return undefined;
  const from = piece.start;
  const to = endOf(draft, completion);
  if (found.length === 1) {
    const isNext = piece.key !== null && !/^\s/.test(draft.text.slice(to));
    return { draft: withFilled(draft, { from, to }, `${written(piece, first)}${isNext ? ' ' : ''}`) };
  }
  const common = commonStart(completion);
  if (to === draft.cursor && common.length > piece.value.length)
    return { draft: withFilled(draft, { from, to }, begun(piece, common)) };
  return { from, to, texts: found.slice(0, MAX_WALKED).map(one => written(piece, one)) };
}

/** The line with this text in place of a part of it, the cursor behind. */
export function withFilled({ text }: Draft, { from, to }: { from: number; to: number }, filled: string): Draft {
  return { text: text.slice(0, from) + filled + text.slice(to), cursor: from + filled.length };
}

/** The end of the piece, if the whole of it begins a candidate; otherwise the cursor. */
function endOf({ text, cursor }: Draft, { found }: Completion): number {
  const token = tokensOf(text).find(({ end, text: typed }) => end > cursor && end - typed.length < cursor);
  const whole = token?.value.toLowerCase();
  return token && found.some(({ name }) => name.toLowerCase().startsWith(whole!)) ? token.end : cursor;
}

function written({ isNegative, key }: FilterPiece, { name, written: own }: FilterCandidate): string {
  return `${beginningOf(isNegative, key)}${key === null ? name : (own?.() ?? quoted(name))}`;
}

/** A value that is not whole yet: its quotes stay open. */
function begun({ isNegative, key, isQuoted }: FilterPiece, value: string): string {
  const text = isQuoted || /[\s"]/u.test(value) ? `"${value.replaceAll('"', '""')}` : value;
  return `${beginningOf(isNegative, key)}${text}`;
}

function beginningOf(isNegative: boolean, key: FilterPiece['key']): string {
  return `${isNegative ? '-' : ''}${key === null ? '' : `${key}:`}`;
}

/**
 * The common beginning of all candidates, in the letters of the first one, no character cut; empty if there is none.
 */
function commonStart({ found, beginning }: Completion): string {
  if (beginning < found.length) return '';
  const letters = graphemes(found[0]?.name ?? '').map(({ text }) => text);
  let common = letters.join('').toLowerCase();
  for (const { name } of found) {
    const lower = name.toLowerCase();
    while (!lower.startsWith(common)) {
      letters.pop();
      common = letters.join('').toLowerCase();
    }
  }
  return letters.join('');
}

/** No row of a screen holds more of them. */
const MAX_NAMED = 24;
const GAP = t`  `;

/**
 * The hint for a filter line: the next possible pieces, or the fault of the one before the cursor. It stays the same
 * while a word is typed: each letter would send it again.
 */
export function hintAt(draft: Draft, world: World): SafeText {
  const { piece, found } = completionAt(draft, world);
  const token = tokensOf(draft.text.slice(0, draft.cursor)).at(-1);
  if (piece.key !== null) {
    if (found.length > 0) return namesText(found);
    return wrong(token, world) ?? valueExamples(piece.key, world);
  }
  const isWord = piece.value !== '' && unknownKey(piece.value) === undefined;
  return (isWord ? undefined : wrong(token, world)) ?? keysText(piece, world);
}

function wrong(token: Token | undefined, world: World): SafeText | undefined {
  const read = token && readToken(everything, token, world);
  if (read === undefined || read === 'word' || 'query' in read) return undefined;
  return read.hint ?? read.short ?? read.problem;
}

function keysText(piece: FilterPiece, world: World): SafeText {
  const keys = join(
    candidatesOf(world, { ...piece, value: '', isQuoted: false }).map(({ name }) => name),
    t` `,
  );
  return piece.isNegative ? t`Leave out: ${keys}` : t`${keys}${GAP}- leaves out${GAP}#n opens`;
}

function namesText(found: readonly FilterCandidate[]): SafeText {
  const named = found.slice(0, MAX_NAMED).map(({ name, count }) => {
    const isCounted = count !== undefined && count !== null;
    return isCounted ? t`${name} ${grouped(count)}` : name;
  });
  return join([...named, ...(found.length > MAX_NAMED ? [t`…`] : [])], GAP);
}
