import { knownKind } from './known-kinds.ts';
import {
  EMOJI,
  EMOJI_STYLE,
  isSkinTone,
  KEYCAP,
  plainColumns,
  TAKES_SKIN_TONE,
  TEXT_STYLE,
  ZWJ,
  ZWNJ,
} from './unicode.ts';
import { isWide } from './width.ts';

const MAX_MARKS = 8;
const MAX_JOINERS = 3;
const DOTTED_CIRCLE = 0x25cc;
const UNREADABLE = 0xfffd;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

const LINE_BREAK = /^[\n\x85\u2028\u2029]/;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}/u;
const MARK = /^\p{M}/u;
const FORMAT = /^\p{Cf}/u;
const HAN = /^\p{Script=Han}/u;
// Scripts whose letters join or stack: only there a zero-width non-joiner changes the reading.
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;
// Arabic, Syriac and Kaithi signs that span the digits after them: no terminal draws them in the columns that it
// counts.
const SPANNING = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
// England, Scotland, Wales: the only flags that Unicode recommends to spell with tags.
const FLAG_OF_TAGS =
  /^\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;
const LENGTH_OF_FLAG = 14;

/** The end of the output, as far as it affects the next character. */
type Tail = {
  /** The last character with a cell of its own, 0 at the start of a line. */
  base: number;
  marks: number;
  /** A variation selector or a skin tone follows the base. */
  isDressed: boolean;
  /** Zero-width joiners in this emoji so far. */
  joiners: number;
  /** A joiner that is written only if the next character can be joined. */
  pending: 0 | typeof ZWJ | typeof ZWNJ;
};

type BoundedText = { text: string; size: number };

/**
 * Makes customer text harmless and true to its width: controls visible, invisible characters dropped, marks limited.
 * Every decision depends on the output so far, never on dropped characters, so a second pass changes nothing. In `line`
 * mode a line break or a tab becomes a space; in `block` mode every line break becomes LF and tabs stay.
 */
export function sanitise(raw: string, mode: 'line' | 'block'): string {
  const tail: Tail = { base: 0, marks: 0, isDressed: false, joiners: 0, pending: 0 };
  let safe = '';
  let from = 0;
  let at = 0;
  while (at < raw.length) {
    const unit = raw.charCodeAt(at);
    if (plainColumns(unit) > 0) {
      restart(tail, unit);
      at += 1;
      continue;
    }
    const { text, size } =
      unit < 0xa0 || LINE_BREAK.test(raw[at] ?? '') ? control(raw, at, mode, tail) : special(raw, at, tail);
    safe += raw.slice(from, at) + text;
    at += size;
    from = at;
  }
  return from === 0 ? raw : safe + raw.slice(from);
}

function restart(tail: Tail, base: number): void {
  tail.base = base;
  tail.marks = 0;
  tail.isDressed = false;
  tail.joiners = 0;
  tail.pending = 0;
}

function control(raw: string, at: number, mode: 'line' | 'block', tail: Tail): BoundedText {
  const unit = raw.charCodeAt(at);
  const isPair = unit === CARRIAGE_RETURN && raw[at + 1] === '\n';
  // A lone CR in a body is an old line break; in one line it can only overprint, so it is shown.
  const isBreak = isPair || LINE_BREAK.test(raw[at] ?? '') || (unit === CARRIAGE_RETURN && mode === 'block');
  const gap = mode === 'line' ? ' ' : isBreak ? '\n' : '\t';
  const text = isBreak || unit === TAB ? gap : visibleControl(unit);
  restart(tail, text === '\n' ? 0 : text === '\t' ? 0x20 : text.charCodeAt(text.length - 1));
  return { text, size: isPair ? 2 : 1 };
}

/** A control in visible form: `^[` for ESC, `^?` for DEL, `\x9b` for the 8-bit CSI. */
function visibleControl(unit: number): string {
  return unit < 0x80 ? `^${String.fromCharCode(unit ^ 0x40)}` : `\\x${unit.toString(16)}`;
}

function special(raw: string, at: number, tail: Tail): BoundedText {
  const codePoint = raw.codePointAt(at) ?? 0;
  const size = codePoint > 0xffff ? 2 : 1;
  if (codePoint === 0x1f3f4 && FLAG_OF_TAGS.test(raw.slice(at, at + LENGTH_OF_FLAG))) {
    const text = withJoiner(tail, codePoint, raw.slice(at, at + LENGTH_OF_FLAG));
    tail.marks = 1;
    return { text, size: LENGTH_OF_FLAG };
  }
  if (codePoint === EMOJI_STYLE && isKeycapDigit(tail) && raw.charCodeAt(at + 1) === KEYCAP) {
    tail.marks = 1;
    return { text: raw.slice(at, at + 2), size: 2 };
  }
  return { text: admit(codePoint, raw.slice(at, at + size), tail), size };
}

function isKeycapDigit({ base, marks }: Tail): boolean {
  return marks === 0 && ((base >= 0x30 && base <= 0x39) || base === 0x23 || base === 0x2a);
}

/** The output for a character that is not plain, not a control and not a line break. */
function admit(codePoint: number, character: string, tail: Tail): string {
  const kind = knownKind(codePoint);
  if (kind !== undefined) return kind === 'letter' ? withJoiner(tail, codePoint, character) : mark(tail, character);
  if (isUnreadable(codePoint) || SPANNING.test(character)) {
    return withJoiner(tail, UNREADABLE, String.fromCodePoint(UNREADABLE));
  }
  if (codePoint === ZWJ || codePoint === ZWNJ) return hold(tail, codePoint);
  if (isSkinTone(codePoint)) return dress(tail, character, TAKES_SKIN_TONE);
  if (codePoint === EMOJI_STYLE) return dress(tail, character, EMOJI);
  if (codePoint === TEXT_STYLE) return isWide(tail.base) ? '' : dress(tail, character, EMOJI);
  if ((codePoint >= 0xfe00 && codePoint <= 0xfe02) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef)) {
    return dress(tail, character, HAN);
  }
  if (IGNORABLE.test(character)) return '';
  if (MARK.test(character)) return mark(tail, character);
  // Of the characters without a cell of their own, these are left.
  return FORMAT.test(character) ? '' : withJoiner(tail, codePoint, character);
}

/** A lone surrogate or a noncharacter. */
function isUnreadable(codePoint: number): boolean {
  return (
    (codePoint >= 0xd800 && codePoint <= 0xdfff) ||
    (codePoint >= 0xfdd0 && codePoint <= 0xfdef) ||
    (codePoint & 0xfffe) === 0xfffe
  );
}

function hold(tail: Tail, joiner: typeof ZWJ | typeof ZWNJ): string {
  const base = String.fromCodePoint(tail.base);
  const canJoin =
    joiner === ZWNJ ? JOINING.test(base) : EMOJI.test(base) && tail.marks === 0 && tail.joiners < MAX_JOINERS;
  if (canJoin) tail.pending = joiner;
  return '';
}

function withJoiner(tail: Tail, codePoint: number, text: string): string {
  const { pending } = tail;
  const joins = pending !== 0 && (pending === ZWJ ? EMOJI : JOINING).test(text);
  const joiners = joins && pending === ZWJ ? tail.joiners + 1 : 0;
  restart(tail, codePoint);
  tail.joiners = joiners;
  return joins ? String.fromCodePoint(pending) + text : text;
}

/** A selector or skin tone stays only directly after a base that takes it. */
function dress(tail: Tail, character: string, base: RegExp): string {
  if (tail.marks > 0 || tail.isDressed || !base.test(String.fromCodePoint(tail.base))) return '';
  tail.isDressed = true;
  tail.pending = 0;
  return character;
}

function mark(tail: Tail, character: string): string {
  tail.pending = 0;
  if (tail.marks >= MAX_MARKS) return '';
  const isFirstOfLine = tail.base === 0;
  if (isFirstOfLine) restart(tail, DOTTED_CIRCLE);
  tail.marks += 1;
  // A mark without a base would land on the cell before the field.
  return isFirstOfLine ? String.fromCodePoint(DOTTED_CIRCLE) + character : character;
}
