import { LOOK_CODES } from './look-codes.ts';

/** A thing on the wire that is not a word of the desk's, with what stood round it. */
export interface Stranger {
  readonly what: string;
  /** Printable ASCII: the bytes from a little before to a little after. */
  readonly context: string;
}

/** A kind of sequence that the output stage makes. */
interface Word {
  readonly kind: string;
  /** All of it, behind its ESC. */
  readonly form: RegExp;
  /** The kinds that must stand straight before it. */
  readonly after?: string;
}

/** A number that is never left out: terminals read a missing one as 1. */
const MANY = '(?:[2-9]|[1-9]\\d{1,3})';
/** Of lines up or down there are fewer: past 99 the line's own number is as short. */
const SOME = '(?:[2-9]|[1-9]\\d)';
/** Fewer steps down or back take a byte each. */
const LONG = '(?:[5-9]|[1-9]\\d{1,3})';
const PLACE = '[1-9]\\d{0,3}';

function word(kind: string, form: string, after?: string): Word {
  return { kind, form: new RegExp(`^(?:${form})$`), after };
}

/** Every sequence that the output stage makes, in no other form and in no other place than it does. */
const WORDS: readonly Word[] = [
  // The way in.
  word('alternate', '\\[\\?1049h'),
  word('no-wrap', '\\[\\?7l', 'alternate'),
  word('paste', '\\[\\?2004h', 'no-wrap'),
  word('margins?', '\\[\\?69\\$p', 'paste'),
  word('paste-marks?', '\\[\\?2004\\$p', 'paste|margins?'),
  // A cleared screen, here and on the way out.
  word('margins', '\\[\\?69h'),
  word('try-columns', '\\[2;9s', 'margins'),
  word('try-place', '\\[2;5H', 'try-columns'),
  word('sign-place', '\\[3;1H', 'paste|margins?|paste-marks?'),
  word('sign?', '\\[6n', 'sign'),
  word('where?', '\\[6n', 'try-place start'),
  word('tried', '\\[s', 'where?'),
  word('columns', '\\[s', 'margins|shift'),
  word('rows', '\\[r', 'columns|lines|index|index keep|way-out'),
  word('index', '[DM]', 'part-place'),
  word('part-place', `\\[(?:${MANY})?H`, 'part-rows'),
  word('plain', '\\[m'),
  word('home', '\\[H'),
  word('clear', '\\[J', 'plain home'),
  // The way out.
  word('no-margins', '\\[\\?69l'),
  word('wrap', '\\[\\?7h', 'plain home clear'),
  word('no-paste', '\\[\\?2004l', 'wrap'),
  word('cursor', '\\[\\?25[hl]'),
  word('no-alternate', '\\[\\?1049l', 'no-paste cursor'),
  // A frame that is shown at once.
  word('frame', '\\[\\?2026h'),
  word('frame-end', '\\[\\?2026l'),
  // Moves, the shortest each.
  word('place', `\\[${MANY}H|\\[;${MANY}H|\\[${MANY};${MANY}H`),
  word('move', `M|\\[(?:${SOME})?d|\\[(?:${MANY})?C|\\[${MANY}[AG]|\\[${LONG}[BD]`),
  word('keep', '7'),
  word('back', '8'),
  // A part of the screen moved.
  word('part-rows', `\\[${PLACE};${MANY}r`),
  word('part-columns', `\\[${PLACE};${MANY}s`, 'part-rows'),
  word('shift', `\\[(?:${MANY})?[ST]`, 'part-columns'),
  word('lines', `\\[(?:${MANY})?[LM]`, 'part-place'),
  // Erasing to the line's end, and this many cells if that is shorter than blanks.
  word('erase', `\\[K|\\[(?:[4-9]|[1-9]\\d{1,3})X`),
  word('look', `\\[(?:${[...LOOK_CODES].join('|')})m`),
];

/** "Are you well?" The stage asks before any sequence. */
const QUESTION = '[5n';
/** What the stage writes straight behind a kind, if nothing else. */
const NEEDS: Readonly<Record<string, string>> = {
  alternate: 'no-wrap',
  'no-wrap': 'paste',
  margins: 'columns|try-columns',
  'try-columns': 'try-place',
  'try-place': 'start',
  'where?': 'tried',
  'sign-place': 'text',
  columns: 'rows',
  'part-rows': 'part-columns|part-place',
  'part-place': 'lines|index',
  lines: 'rows',
  index: 'rows|keep',
  'part-columns': 'shift',
  shift: 'columns',
  wrap: 'no-paste',
  'no-paste': 'cursor',
  'no-margins': 'way-out',
  'way-out': 'rows',
};

/** So much of the kinds is remembered: more than any that must stand before another. */
const MOST_KINDS = 60;

const TOKEN = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[^[])/y;
/** A sequence whose end has not come yet. */
const BEGUN = /\x1b(?:\[[0-?]*[ -/]*)?$/;
const MOVES_OF_ONE = /[\r\b\v]/;
/** C1, invisible signs and signs that turn the direction (except those of clusters), and floods of marks. */
const NO_TEXT =
  /[\x80-\x9f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|\p{M}{9}/u;

/** How far the words that were read have come. */
interface Reading {
  /** The kinds since the last text, each between blanks. */
  kinds: string;
  isInFrame: boolean;
  isPlaceKept: boolean;
}

/** Hears what a program writes, piece by piece, wherever the pieces are cut. */
export interface Listener {
  hear(bytes: Uint8Array): void;
  /** Everything so far that the desk's output stage does not write: it is empty, or an attack has come through. */
  strangers(): readonly Stranger[];
  /** The same, when no more comes. */
  end(): readonly Stranger[];
}

/** A listener from a program's first byte on. */
export function createListener(): Listener {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reading: Reading = { kinds: ' ', isInFrame: false, isPlaceKept: false };
  const strangers: Stranger[] = [];
  let rest = '';
  const take = (text: string) => {
    const cut = BEGUN.exec(text)?.index ?? text.length;
    rest = text.slice(cut);
    read(reading, text.slice(0, cut), stranger => strangers.push(stranger));
  };
  const noUtf8 = () => strangers.push({ what: 'bytes that are not UTF-8', context: '' });
  return {
    hear: bytes => {
      const text = decode(decoder, bytes);
      if (text === undefined) noUtf8();
      else take(rest + text);
    },
    strangers: () => strangers,
    end: () => {
      if (decode(decoder) === undefined) noUtf8();
      read(reading, rest, stranger => strangers.push(stranger));
      const what = followed(reading, 'the end');
      if (what !== undefined) strangers.push({ what, context: '' });
      return strangers;
    },
  };
}

/** As a listener, for complete output. */
export function strangersIn(bytes: Uint8Array): readonly Stranger[] {
  const listener = createListener();
  listener.hear(bytes);
  return listener.end();
}

function read(reading: Reading, text: string, add: (stranger: Stranger) => void): void {
  const note = (what: string | undefined, at: number) => {
    if (what === undefined) return;
    add({ what, context: printable(text.slice(Math.max(0, at - 30), at + 40)) });
  };
  for (let at = 0; at < text.length; ) {
    const to = nextControl(text, at);
    if (to > at) {
      note(hiddenIn(text.slice(at, to)), at);
      note(followed(reading, 'text'), to);
      const isSign = reading.kinds.endsWith(' sign-place ') && text.slice(at, to) === '●';
      reading.kinds = isSign ? ' sign-place sign ' : ' ';
    }
    if (to === text.length) return;
    const token = tokenAt(text, to);
    note(token === '' ? strangeControl(reading, text[to]!) : strangeWord(reading, token), to);
    at = to + (token.length || 1);
  }
}

function nextControl(text: string, from: number): number {
  const odd = /[\x00-\x1f\x7f]/g;
  odd.lastIndex = from;
  return odd.exec(text)?.index ?? text.length;
}

function tokenAt(text: string, at: number): string {
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? '';
}

function hiddenIn(text: string): string | undefined {
  const [found] = NO_TEXT.exec(text) ?? [];
  return found && `U+${found.codePointAt(0)?.toString(16)} in a text`;
}

function strangeControl(reading: Reading, control: string): string | undefined {
  const kind = control === '\r' ? 'start' : 'move';
  const broken = followed(reading, kind);
  readOn(reading, kind);
  return MOVES_OF_ONE.test(control) ? broken : `${printable(control)} that begins no word of the desk`;
}

/** What is wrong with a whole sequence, if anything; reads on. */
function strangeWord(reading: Reading, token: string): string | undefined {
  const body = token.slice(1);
  if (body === QUESTION) return undefined;
  const known = WORDS.filter(({ form }) => form.test(body));
  if (known.length === 0) return `${printable(token)}, which is not a word of the desk`;
  const inPlace = known.find(({ after }) => isBehind(reading, after));
  const form = inPlace?.kind ?? known[0]!.kind;
  // On the way out, an unfinished frame ends first.
  const kind = form === 'frame-end' && !reading.isInFrame ? 'way-out' : form;
  const broken = inPlace ? (followed(reading, kind) ?? unpaired(reading, kind)) : `${kind} out of its place`;
  readOn(reading, kind);
  return broken;
}

function isBehind({ kinds }: Reading, after: string | undefined): boolean {
  return after === undefined || after.split('|').some(before => kinds.endsWith(` ${before} `));
}

function readOn(reading: Reading, kind: string): void {
  reading.kinds = `${reading.kinds.slice(-MOST_KINDS)}${kind} `;
}

/** The kind before may ask for another one than this. */
function followed({ kinds }: Reading, kind: string): string | undefined {
  const before = kinds.trim().split(' ').at(-1) ?? '';
  const needed = NEEDS[before];
  return needed === undefined || needed.split('|').includes(kind) ? undefined : `${kind} behind ${before}`;
}

function unpaired(reading: Reading, kind: string): string | undefined {
  const { isInFrame, isPlaceKept } = reading;
  if (kind === 'frame' || kind === 'frame-end') reading.isInFrame = kind === 'frame';
  if (kind === 'keep') reading.isPlaceKept = true;
  if (kind === 'frame' && isInFrame) return 'a frame in a frame';
  return kind === 'back' && !isPlaceKept ? 'a way back to nowhere' : undefined;
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}

function printable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/gu, found => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
