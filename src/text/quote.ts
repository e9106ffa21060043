import {
  ATTRIBUTION_DASHES,
  ATTRIBUTION_END,
  ATTRIBUTION_PROOF,
  ATTRIBUTION_START,
  DATE_AND_ADDRESS,
  DATE_BY_ADDRESS,
  DATED_START,
  FOOTER_RULE,
  FORWARDED,
  FROM_FIELD,
  NAME_AT_END,
  ORIGINAL_MESSAGE,
  OTHER_FIELD,
  QUOTED,
  REPLY_ABOVE,
  RULE,
  SENT_FROM,
  SIGNATURE,
  VERB_ALONE,
  WHOLE_ATTRIBUTION,
  WROTE,
} from './quote-patterns.ts';
import { lines, type SafeBlock, type SafeText } from './safe.ts';

/** A run of lines: the writer's own text, a quote of earlier mail, or a signature. */
export type Segment = { kind: 'text' | 'quote' | 'signature'; lines: SafeText[] };

// Forwarded lines are text, but no signature is searched for in them.
type Kind = Segment['kind'] | 'forward';

// A longer line is not an introduction; bounding each look keeps the whole linear.
const MAX_OF_A_LINE = 300;
const MAX_LINES_OF_ATTRIBUTION = 6;
const MAX_LINES_OF_HEADER = 12;
const MAX_FIELDS_BEFORE_FROM = 3;
const MAX_LINES_OF_SIGNATURE = 15;
const MAX_LINES_OF_FOOTER = 8;
const LINES_OF_A_STEP = 1_000;
const COST_OF_A_LINE = 5;

/**
 * A message body in segments, in order, with every line kept. A quote between two passages of the writer's own is a
 * segment; a forwarded message is text. Under an introduction without `>` signs all the rest is quote. If nothing of
 * the writer's own stands above the introduction, only the introduction is quote.
 */
export function foldQuotes(block: SafeBlock): Segment[] {
  const steps = foldSteps(block);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps: each yields its cost, counted as if that many characters were wrapped. */
export function* foldSteps(block: SafeBlock): Generator<number, Segment[]> {
  const all = lines(block);
  const heads = all.map(line => line.slice(0, MAX_OF_A_LINE));
  yield all.length * COST_OF_A_LINE;
  const kinds = yield* kindsOf(heads);
  foldSignatures(heads, kinds);
  yield all.length * COST_OF_A_LINE;
  joinBlanks(heads, kinds);
  yield all.length * COST_OF_A_LINE;
  return segmentsOf(all, kinds);
}

function* kindsOf(heads: readonly string[]): Generator<number, Kind[]> {
  const kinds: Kind[] = heads.map(() => 'text');
  let hasOwn = false;
  let at = 0;
  let yieldedAt = 0;
  while (at < heads.length) {
    if (at - yieldedAt >= LINES_OF_A_STEP) {
      yield (at - yieldedAt) * COST_OF_A_LINE;
      yieldedAt = at;
    }
    const head = heads[at] ?? '';
    if (head === '') {
      at += 1;
      continue;
    }
    if (FORWARDED.test(head)) return kinds.fill('forward', at);
    const introduction = introductionAt(heads, at);
    if (introduction > 0) {
      const after = at + introduction;
      const isMarked = QUOTED.test(heads[nextFilled(heads, after)] ?? '');
      const end = isMarked || !hasOwn ? after : heads.length;
      kinds.fill('quote', at, end);
      // Quote signs below an introduction are a quote even if they begin with a forwarded message.
      at = isMarked ? fillQuoted(heads, kinds, after) : end;
    } else if (QUOTED.test(head)) {
      at = fillQuoted(heads, kinds, at);
    } else {
      hasOwn ||= head.trim() !== '';
      at += 1;
    }
  }
  return kinds;
}

function fillQuoted(heads: readonly string[], kinds: Kind[], start: number): number {
  let end = start;
  let at = start;
  while (at < heads.length && (QUOTED.test(heads[at] ?? '') || heads[at]?.trim() === '')) {
    at += 1;
    if (heads[at - 1]?.trim() !== '') end = at;
  }
  kinds.fill('quote', start, end);
  return Math.max(end, start);
}

/** The number of lines from here that introduce a quote; 0 if none do. */
function introductionAt(heads: readonly string[], at: number): number {
  const head = heads[at] ?? '';
  if (head.trim() === '' || QUOTED.test(head)) return 0;
  if (REPLY_ABOVE.test(head)) return 1;
  return originalAt(heads, at) || headerAt(heads, at) || attributionAt(heads, at);
}

function originalAt(heads: readonly string[], at: number): number {
  if (!ORIGINAL_MESSAGE.test(heads[at] ?? '')) return 0;
  const next = nextFilled(heads, at + 1);
  return next - at + headerAt(heads, next, true) || 1;
}

/**
 * An Outlook header block, with the rule above it if there is one. Without a rule or an address it needs one field more:
 * travellers and buyers write "From:" and "To:" too.
 */
function headerAt(heads: readonly string[], at: number, isMarked = RULE.test(heads[at] ?? '')): number {
  const start = RULE.test(heads[at] ?? '') ? nextFilled(heads, at + 1) : at;
  const from = fromFieldAt(heads, start);
  if (from < 0) return 0;
  let fields = from - start;
  let last = from;
  for (let line = from + 1; line < Math.min(heads.length, start + MAX_LINES_OF_HEADER); line += 1) {
    if (heads[line]?.trim() === '' && fields > 0) break;
    if (!OTHER_FIELD.test(heads[line] ?? '')) continue;
    fields += 1;
    last = line;
  }
  const isSure = isMarked || heads[from]?.includes('@');
  return fields >= (isSure ? 2 : 3) ? last + 1 - at : 0;
}

/**
 * The line of the From field in a header block that begins here, or -1. Only at the start of the mail may that line
 * lack an address.
 */
function fromFieldAt(heads: readonly string[], start: number): number {
  if (FROM_FIELD.test(heads[start] ?? '')) return start;
  for (let line = start; line < start + MAX_FIELDS_BEFORE_FROM && OTHER_FIELD.test(heads[line] ?? ''); line += 1) {
    const next = heads[line + 1] ?? '';
    if (FROM_FIELD.test(next) && next.includes('@')) return line + 1;
  }
  return -1;
}

/** "On …, … wrote:" over one or more lines. */
function attributionAt(heads: readonly string[], at: number): number {
  const first = heads[at] ?? '';
  if (!/[\d@<]/.test(first) && !WROTE.test(first)) return 0;
  const mayGoOn = ATTRIBUTION_START.test(first);
  let joined = first.trim();
  for (let count = 1; count <= MAX_LINES_OF_ATTRIBUTION && joined.length <= MAX_OF_A_LINE; count += 1) {
    const next = heads[at + count]?.trim();
    const isMarked = QUOTED.test(heads[nextFilled(heads, at + count)] ?? '');
    if (!VERB_ALONE.test(next ?? '') && isAttribution(joined, mayGoOn, isMarked, next === '')) return count;
    if (!mayGoOn || next === undefined || (next !== '' && DATED_START.test(next))) return 0;
    if (next === '' && !heads[at + count + 1]?.startsWith('<')) return 0;
    joined = `${joined} ${next}`;
  }
  return 0;
}

function isAttribution(joined: string, isAtStart: boolean, isMarked: boolean, isApart: boolean): boolean {
  if (DATE_AND_ADDRESS.test(joined) || DATE_BY_ADDRESS.test(joined)) return true;
  // A program that omits the colon is believed only if quote signs follow, or an empty line after all the rest.
  const isNamed = isMarked
    ? ATTRIBUTION_END.test(joined) || NAME_AT_END.test(joined)
    : isApart && WHOLE_ATTRIBUTION.test(joined);
  const hasEnd = isNamed || /[:：]$/.test(joined) || ATTRIBUTION_DASHES.test(joined);
  if (!WROTE.test(joined) || !hasEnd || /\bI wrote\b/i.test(joined)) return false;
  return ATTRIBUTION_PROOF.test(joined) && (isAtStart || isMarked);
}

function nextFilled(heads: readonly string[], from: number): number {
  let at = from;
  while (at < heads.length && heads[at]?.trim() === '') at += 1;
  return at;
}

/** Folds the end of each passage of the writer's own: a signature, a list's footer, the line that a phone adds. */
function foldSignatures(heads: readonly string[], kinds: Kind[]): void {
  let end = heads.length;
  let filled = 0;
  let isTrailing = true;
  for (let at = heads.length - 1; at >= 0; at -= 1) {
    const head = heads[at] ?? '';
    if (kinds[at] !== 'text') {
      end = at;
      filled = 0;
      isTrailing = true;
      continue;
    }
    if (head.trim() === '') continue;
    if (isTrailing && SENT_FROM.test(head)) kinds.fill('signature', at, end);
    else isTrailing = false;
    if (SIGNATURE.test(head) && filled <= MAX_LINES_OF_SIGNATURE) kinds.fill('signature', at, end);
    if (FOOTER_RULE.test(head) && filled <= MAX_LINES_OF_FOOTER) kinds.fill('signature', at, end);
    filled += 1;
  }
}

/** Blank lines between two folded passages belong to the first one; at the very start they belong to the next. */
function joinBlanks(heads: readonly string[], kinds: Kind[]): void {
  let start = 0;
  while (start < kinds.length) {
    let end = start + 1;
    while (end < kinds.length && kinds[end] === kinds[start]) end += 1;
    const neighbour = kinds[start - 1] ?? kinds[end];
    if (kinds[start] === 'text' && neighbour !== undefined && nextFilled(heads, start) >= end) {
      kinds.fill(neighbour, start, end);
    }
    start = end;
  }
}

function segmentsOf(all: readonly SafeText[], kinds: readonly Kind[]): Segment[] {
  const shown = (at: number) => (kinds[at] === 'forward' ? 'text' : (kinds[at] ?? 'text'));
  const segments: Segment[] = [];
  for (let start = 0; start < all.length; ) {
    const kind = shown(start);
    let end = start + 1;
    while (end < all.length && shown(end) === kind) end += 1;
    segments.push({ kind, lines: all.slice(start, end) });
    start = end;
  }
  return segments;
}
