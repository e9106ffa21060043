import { createRandom, pick } from '../../harness/random.ts';

const WORDS =
  'refund invoice login printer badge update error slow missing order charged twice account locked VPN laptop phone export customer waiting since Monday please reset password again'.split(
    ' ',
  );

export interface Desk {
  readonly columns: number;
  readonly rows: number;
  /** The conversation the cursor is on. */
  readonly at: number;
  /** The conversation in the list's first row. */
  readonly top: number;
  readonly highlight: 'marker' | 'bar';
  /** First line of the message shown beside the list. */
  readonly scroll?: number;
  readonly marked?: readonly number[];
  /** A text typed in the footer's field; the cursor is parked behind it. */
  readonly typed?: string;
}

/** A frame like the desk's: inboxes (from 100 columns on), list and message side by side, head and footer. */
export function deskFrame(desk: Desk): string {
  const { columns, rows, typed } = desk;
  const inboxes = columns < 100 ? 0 : 20;
  const list = listWidth(columns);
  const detail = columns - inboxes - list - (inboxes === 0 ? 1 : 2);
  const lines = [`\x1b[1m${padded(' Unresolved · 500', columns)}\x1b[22m`];
  for (let row = 0; row < rows - 2; row++) {
    const inbox = inboxes === 0 ? '' : `${padded(row < 6 ? ` Inbox ${row + 1}` : '', inboxes)}│`;
    lines.push(`${inbox}${listRow(desk, row, list)}│${padded(messageLine(desk, row), detail)}`.trimEnd());
  }
  const field = typed === undefined ? ' e archive  t tag  a assign  / filter' : `/${typed}\x1b[53m \x1b[55m`;
  return [...lines, field].join('\n');
}

/** The columns of the list. */
export function listWidth(columns: number): number {
  return columns < 100 ? 42 : Math.floor(columns * 0.4);
}

/** How far the list has moved when the cursor goes down by one: not at all, or half a page at its edge. */
export function topAfter(top: number, at: number, rows: number): number {
  const height = rows - 2;
  return at >= top + height ? top + Math.floor(height / 2) : top;
}

function listRow({ at, top, highlight, marked, typed }: Desk, row: number, width: number): string {
  const index = top + row;
  const sign = marked?.includes(index) ? '*' : ' ';
  const text = `${sign}${padded(subject(index), width - 2)}`;
  if (index !== at) return ` ${text}`;
  if (highlight === 'bar') return `\x1b[7m ${text}\x1b[27m`;
  const parked = typed === undefined ? `\x1b[53m${text[0]}\x1b[55m` : text[0];
  return `▌${parked}${text.slice(1)}`;
}

/** What the list says of a conversation; always the same for the same number. */
function subject(index: number): string {
  const random = createRandom(index + 1);
  const words = Array.from({ length: 4 + Math.floor(random() * 4) }, () => pick(random, WORDS));
  return `${10_000 + index} ${words.join(' ')}`;
}

function messageLine({ scroll = 0 }: Desk, row: number): string {
  const random = createRandom(1_000_000 + scroll + row);
  if (random() < 0.15) return '';
  return ` ${Array.from({ length: 3 + Math.floor(random() * 8) }, () => pick(random, WORDS)).join(' ')}`;
}

function padded(text: string, width: number): string {
  return text.slice(0, width).padEnd(width);
}
