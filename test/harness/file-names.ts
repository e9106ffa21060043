import { PAYLOADS } from './payloads.ts';
import { createRandom, pick } from './random.ts';

/** What a hostile name consists of: ways out of a folder, devices, options, ends that hide, and signs that deceive. */
const PIECES: readonly string[] = [
  ...['../', '..\\', '/', '\\', '....//', '..%2f', '%2e%2e%2f', '%00', '\u0000', '/etc/passwd', '~/', '~root/', './'],
  ...['C:', 'C:\\', '\\\\host\\share\\', 'file://', 'x:stream', '／', '＼', '∕', '⁄'],
  ...[
    'con',
    'PRN.txt',
    'aux',
    'NUL',
    'com1',
    'LPT9.log',
    'COM¹',
    'conin$',
    '.',
    '..',
    '...',
    ' ',
    '\t',
    '\u00a0',
    '\u3000',
  ],
  ...['-', '--', '-rf', '--output=', '-oProxyCommand=', '.bashrc', '.ssh/authorized_keys', '.desktop', '.exe', '.pdf'],
  ...['$(id)', '`id`', '; rm -rf .', '|', '&', '"', "'", '*', '?', '<', '>', '\n', '\r', '!', '#', '{a,b}'],
  ...[
    '\u202e',
    '\u202d',
    '\u2066',
    '\u2069',
    '\u200b',
    '\u200d',
    '\u200f',
    '\u00ad',
    '\ufeff',
    '\u0301',
    '\u0301'.repeat(30),
  ],
  ...[
    '\ud800',
    '\udfff',
    '\uffff',
    '領収書',
    'Zoë',
    '👩\u200d👧',
    'receipt',
    'invoice.pdf',
    'a'.repeat(10_000),
    '領'.repeat(4_000),
  ],
  ...['.frontdesk-00000000-0000-4000-8000-000000000000.part', '.part', ' (2)', ' (2).pdf'],
];

/** So many hostile file names, the same ones each time. */
export function fileNames(count: number): readonly string[] {
  const random = createRandom(1405);
  return Array.from({ length: count }, (_, index) => {
    if (index < PIECES.length) return PIECES[index]!;
    const length = 1 + Math.floor(random() * 6);
    return Array.from({ length }, () => pick(random, random() < 0.9 ? PIECES : PAYLOADS)).join('');
  });
}
