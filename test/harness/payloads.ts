const ESC = '\x1b';
const C1 = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index));

/** Marks, joiners and clusters that terminals count differently, and on which a careless cut counts otherwise than a whole. */
export const CLUSTERS: readonly string[] = [
  `x${'\u0301'.repeat(40)}`,
  `${'\u0488'.repeat(12)}`,
  'x\u200d\u200d\u200dx',
  '👩\u200d👩\u200d👧\u200d👦',
  '🏳\ufe0f\u200d🌈',
  '\u0904\u0903',
  '\u1100\u1161\u11a8',
  '\ud800',
  '\udc00 \ud83d',
  '\ufffe\uffff',
  '配'.repeat(30),
  '﷽',
  '\u{1f1e9}\u{1f1ea}\u{1f1e9}',
  '\u{1f1ed}\u{1f1ec}\u{1f1f4}',
  '\u1161\u1162\u1175',
  '\u1161\u11a8\u11a8\u11a8\u11a8\u11a8\u11a8\u11a8\u11a8\u11a8',
  '\u1154\u1147\u11dd\u11b3\u1180\u11ac',
  '\u0d4e\u0d4e\u0903',
  'e\u1ad6',
];

/** What must never reach a terminal from a customer: each is one attack, with a word after it that must be seen. */
export const PAYLOADS: readonly string[] = [
  // Clipboard, titles, links, notifications, colours, files: OSC in 7 and in 8 bits, ended in each way or never.
  ...[
    '52;c;aGk=',
    '0;owned',
    '2;owned',
    '8;;https://evil.example',
    '9;owned',
    '1337;File=:aGk=',
    '4;1;#ff0000',
    '10;?',
  ].flatMap(text => [`${ESC}]${text}\x07`, `${ESC}]${text}${ESC}\\`, `\u009d${text}\u009c`, `${ESC}]${text}`]),
  // CSI: erase, cursor, questions that the terminal would answer, modes, scroll regions, concealment.
  ...[
    '2J',
    'H',
    '1;1H',
    '6n',
    '5n',
    'c',
    '>c',
    '?1049l',
    '?25l',
    '?7h',
    '2;5r',
    '8m',
    '31m',
    '38;5;196m',
    '58;5;1m',
    '4h',
    '20l',
    '?69h',
    '18t',
    '201~',
  ].flatMap(text => [`${ESC}[${text}`, `\u009b${text}`]),
  // Strings: DCS, APC, PM, SOS; a reset, an alignment test, charsets, single shifts; sequences without an end.
  ...['P', '_', '^', 'X'].flatMap(kind => [`${ESC}${kind}q#0;2;0;0;0${ESC}\\`, `${ESC}${kind}`]),
  ...['c', '#8', '(0', ')0', 'N', 'O', '7', '8', 'D', 'M', 'E', '=', '>', '['].map(text => ESC + text),
  ESC,
  ...C1,
  // C0: overprinting, bells, shifts, NUL, tabs; line ends of every kind.
  ...[
    '\0',
    '\x05',
    '\x07',
    '\b\b\b\bXY',
    '\t',
    '\v',
    '\f',
    '\rREJECTED',
    '\x0e',
    '\x0f',
    '\x11',
    '\x13',
    '\x18',
    '\x1a',
    '\x7f',
    '\n',
    '\r\n',
    '\u2028',
    '\u2029',
  ],
  // Direction and invisibility.
  ...[
    '\u202egpj.exe',
    '\u202d',
    '\u2066\u2067',
    '\u2069',
    '\u061c',
    '\u200b',
    '\u200e',
    '\u200f',
    '\u00ad',
    '\ufeff',
    '\u2060',
    '\ufff9\ufffa\ufffb',
    '\u{e0041}\u{e007f}',
    '\u180e',
    '\u3164',
  ],
  ...CLUSTERS,
];

/** Charsets whose bytes 0x80 to 0x9f are C1, or become C1 if they are decoded too literally. */
export const CHARSETS = ['utf-8', 'iso-8859-1', 'windows-1252', 'iso-8859-15', 'us-ascii', 'koi8-r'] as const;

/** Every C1 as a byte. */
export const C1_BYTES: readonly number[] = C1.map(control => control.charCodeAt(0));
