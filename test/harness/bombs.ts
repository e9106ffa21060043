import { headerBombs } from './header-bombs.ts';
import { htmlBombs } from './html-bombs.ts';
import { mailBombs } from './mail-bombs.ts';
import { textBombs } from './text-bombs.ts';

/**
 * Where a bomb enters. `text`: any text that another person writes or an agent pastes (the plain body of a mail, a
 * note, a link, the filter line, a search, the palette); `html`: the HTML body of a mail; `header`: the header of a
 * mail; `mail`: a mail as a whole, header included; `mbox`: a mailbox.
 */
export type Entry = 'text' | 'html' | 'header' | 'mail' | 'mbox';

/** A shape of text that makes careless code slow. */
export interface Bomb {
  /** A few words, each bomb its own. */
  readonly name: string;
  /** Makes the bomb: about `size` UTF-16 units of text; latin1 bytes for `mail` and `mbox`. */
  readonly make: (size: number) => string;
}

/** A bomb and the place where it enters. */
export interface PlacedBomb extends Bomb {
  readonly enters: Entry;
}

function placed(enters: Entry, bombs: readonly Bomb[]): PlacedBomb[] {
  return bombs.map(bomb => ({ ...bomb, enters }));
}

/** Every bomb there is. */
export const BOMBS: readonly PlacedBomb[] = [
  ...placed('text', textBombs),
  ...placed('html', htmlBombs),
  ...placed('header', headerBombs),
  ...placed('mail', mailBombs.mails),
  ...placed('mbox', mailBombs.mboxes),
];

function usualHead(name: string): string[] {
  return [
    `Message-ID: <${name.replaceAll(/\W+/g, '-')}@bomb.example>`,
    'From: Bomber <bomber@mail.example>',
    'To: support@shop.example',
    'Date: Thu, 20 Nov 2025 09:00:00 +0000',
    `Subject: bomb ${name}`,
  ];
}

/** The usual fields, except those that the bomb has itself. */
function headAround(name: string, bomb: string): string {
  const own = new Set([...bomb.slice(0, 4_096).matchAll(/^([\w-]+):/gm)].map(([, field]) => field!.toLowerCase()));
  return usualHead(name)
    .filter(line => !own.has(line.slice(0, line.indexOf(':')).toLowerCase()))
    .join('\n');
}

const WRAPPED: Readonly<Record<Entry, (name: string, content: string) => Buffer>> = {
  text: (name, content) =>
    Buffer.from(`${headAround(name, '')}\nContent-Type: text/plain; charset=utf-8\n\n${content}\n`),
  html: (name, content) =>
    Buffer.from(`${headAround(name, '')}\nContent-Type: text/html; charset=utf-8\n\n${content}\n`),
  header: (name, content) => Buffer.from(`${headAround(name, content)}\n${content}\n\nThe body.\n`),
  mail: (name, content) => Buffer.from(`${headAround(name, content)}\n${content}`, 'latin1'),
  mbox: (_name, content) => Buffer.from(content, 'latin1'),
};

/** The bytes of a file that holds the bomb: a mail, or for `mbox` a mailbox. */
export function fileOf(bomb: PlacedBomb, size: number): Buffer {
  return WRAPPED[bomb.enters](bomb.name, bomb.make(size));
}
