const ESC = '\x1b';

const NAMED: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: ESC,
  tab: '\t',
  'shift-tab': `${ESC}[Z`,
  space: ' ',
  backspace: '\x7f',
  delete: `${ESC}[3~`,
  insert: `${ESC}[2~`,
  up: `${ESC}[A`,
  down: `${ESC}[B`,
  right: `${ESC}[C`,
  left: `${ESC}[D`,
  home: `${ESC}[H`,
  end: `${ESC}[F`,
  pgup: `${ESC}[5~`,
  pgdn: `${ESC}[6~`,
  'ctrl-space': '\0',
  'ctrl-up': `${ESC}[1;5A`,
  'ctrl-down': `${ESC}[1;5B`,
  'ctrl-right': `${ESC}[1;5C`,
  'ctrl-left': `${ESC}[1;5D`,
  f1: `${ESC}OP`,
  f2: `${ESC}OQ`,
  f3: `${ESC}OR`,
  f4: `${ESC}OS`,
  f5: `${ESC}[15~`,
  f6: `${ESC}[17~`,
  f7: `${ESC}[18~`,
  f8: `${ESC}[19~`,
  f9: `${ESC}[20~`,
  f10: `${ESC}[21~`,
  f11: `${ESC}[23~`,
  f12: `${ESC}[24~`,
};

/** The bytes that an ordinary terminal (xterm) sends for a key named as in `Key`. Throws on a name it does not know. */
export function keyBytes(name: string): string {
  const known = NAMED[name];
  if (known !== undefined) return known;
  if (/^ctrl-[a-z\\\]^_]$/.test(name)) return String.fromCharCode(name.charCodeAt(5) & 0x1f);
  if (name.startsWith('alt-')) return ESC + keyBytes(name.slice(4));
  if ([...new Intl.Segmenter().segment(name)].length === 1) return name;
  throw new Error(`No terminal has a key named "${name}".`);
}

/** The bytes of a bracketed paste. */
export function pasteBytes(text: string): string {
  return `${ESC}[200~${text}${ESC}[201~`;
}
