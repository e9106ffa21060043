import type { Bomb } from './bombs.ts';
import { countTo, repeatTo } from './repeat-to.ts';

function multipart(kind: string, boundary: string): string {
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n`;
}

function wide(name: string, kind: string, part: string): Bomb {
  return {
    name,
    make: repeatTo(`--b\n${part}\n`, multipart(kind, 'b'), '--b--\n'),
  };
}

/** Multiparts in each other, down to the end of the mail. */
function deep(name: string, kind: string): Bomb {
  return {
    name,
    make: countTo(
      index => `--b${index}\n${multipart(kind, `b${index + 1}`)}`,
      multipart(kind, 'b0'),
      'Content-Type: text/plain\n\nx\n',
    ),
  };
}

function body(name: string, head: string, unit: string, end = ''): Bomb {
  return {
    name,
    make: repeatTo(unit, `${head}\n\n`, end),
  };
}
function inside(name: string, before: string, unit: string, end = ''): Bomb {
  return {
    name,
    make: repeatTo(unit, multipart('mixed', 'b') + before, end),
  };
}
function encodedAs(encoding: string, type = 'text/plain; charset=utf-8'): string {
  return `Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}`;
}

const parts: readonly Bomb[] = [
  wide('many empty parts', 'mixed', ''),
  wide('many parts of text', 'mixed', 'Content-Type: text/plain\n\nx\n'),
  wide('many parts of HTML', 'mixed', 'Content-Type: text/html\n\n<p>x\n'),
  wide('many versions', 'alternative', 'Content-Type: text/html\n\n<p>x\n'),
  wide('many files', 'mixed', 'Content-Type: image/png; name=x.png\nContent-Disposition: attachment\n\nx\n'),
  wide('many mails in a digest', 'digest', '\nSubject: x\n\nx\n'),
  wide('parts with headers of their own', 'mixed', `${'X-Header: x\n'.repeat(100)}\nx\n`),
  wide('parts of newlines', 'mixed', `\n${'\n'.repeat(3_000)}x`),
  deep('multiparts in multiparts', 'mixed'),
  deep('versions in versions', 'alternative'),
  {
    name: 'mails in mails',
    make: repeatTo('Content-Type: message/rfc822\n\n', '', 'Subject: x\n\nx'),
  },
  inside('a boundary that never comes', '', 'lorem ipsum\n'),
  inside('the beginning of a boundary again and again', '--b\n\n', '--b'),
  inside('longer boundaries again and again', '--b\n\n', '--bc\n'),
  inside('dashes instead of a boundary', '--b\n\n', '--'),
  inside('a boundary and blanks', '--b\n\n', `--b${' '.repeat(1_000)}x\n`),
  inside('one boundary and blanks', '--b\n\nx\n--b', ' ', 'x'),
  inside('last boundaries', '--b\n\nx\n', '--b--\n'),
  inside('a preamble without an end', '', '\n'),
  inside('a part of headers without an end', '--b\n', 'X-Header: x\n'),
  {
    name: 'a boundary of dashes',
    make: repeatTo('-', multipart('mixed', '-'.repeat(70)), ''),
  },
  {
    name: 'the same boundary at every depth',
    make: repeatTo(`--b\n${multipart('mixed', 'b')}`, multipart('mixed', 'b'), '\nx'),
  },
];

const encodings: readonly Bomb[] = [
  body('quoted-printable line ends', encodedAs('quoted-printable'), '=\n', 'x'),
  body('quoted-printable equals signs', encodedAs('quoted-printable'), '='),
  body('quoted-printable letters', encodedAs('quoted-printable'), '=3D'),
  body('quoted-printable blanks', encodedAs('quoted-printable'), ' ', '=\nx'),
  body('quoted-printable blanks at line ends', encodedAs('quoted-printable'), `a${' '.repeat(1_000)}\n`),
  body('quoted-printable newlines', encodedAs('quoted-printable'), '=0A', 'x'),
  body('base64 of newlines', encodedAs('base64'), 'CgoK', 'eA=='),
  body('base64 without line ends', encodedAs('base64'), 'QUJD'),
  body('base64 that is none', encodedAs('base64'), '-_?!'),
  body('base64 of padding', encodedAs('base64'), '='),
  body('base64 of blanks', encodedAs('base64'), ' ', 'QUJD'),
  body('base64 in pieces', encodedAs('base64'), 'QQ=='),
  body(
    'uuencoded lines',
    `${encodedAs('x-uuencode')}`,
    'M04%"0T1%1D=(24I+3$U.3U!14E-455976%E:04)#1$5&1TA)2DM,34Y/4%%24P  \n',
    '`\nend\n',
  ),
  body('uuencoded files', `${encodedAs('x-uuencode')}`, 'begin 644 x\n#04)#\n`\nend\n'),
  body('beginnings of uuencoded files', `${encodedAs('x-uuencode')}`, 'begin 644 x\n'),
  body('letters of an uuencoded file', `${encodedAs('x-uuencode')}`, 'begin 644 '),
];

const charsets: readonly Bomb[] = [
  body('bytes that are not UTF-8', encodedAs('8bit'), '\xff'),
  body('UTF-8 that is cut', encodedAs('8bit'), '\xe2\x82'),
  body('text that claims to be ASCII', encodedAs('8bit', 'text/plain; charset=us-ascii'), '\xc3\xa4'),
  body('text that claims to be UTF-16', encodedAs('8bit', 'text/plain; charset=utf-16'), 'ab'),
  body('text of UTF-7', encodedAs('7bit', 'text/plain; charset=utf-7'), '+AGE-'),
  body('text of UTF-7 that opens', encodedAs('7bit', 'text/plain; charset=utf-7'), '+'),
  body('text of HZ', encodedAs('7bit', 'text/plain; charset=hz-gb-2312'), '~{VPND~}'),
  body('text of HZ that opens', encodedAs('7bit', 'text/plain; charset=hz-gb-2312'), '~{'),
  body('tildes of HZ', encodedAs('7bit', 'text/plain; charset=hz-gb-2312'), '~'),
  body('text of ISO-2022-KR', encodedAs('7bit', 'text/plain; charset=iso-2022-kr'), '\x0e!!\x0f'),
  body('text of ISO-2022-JP', encodedAs('7bit', 'text/plain; charset=iso-2022-jp'), '\x1b$B!!\x1b(B'),
  body('Japanese between other bytes', encodedAs('7bit', 'text/plain; charset=iso-2022-jp'), '\x1b$B!!\x1b(B\xff'),
  body('Japanese that only begins', encodedAs('7bit', 'text/plain; charset=iso-2022-jp'), '\x1b$B', '\xff'),
  body('bytes of an unknown charset', encodedAs('8bit', 'text/plain; charset=x-none'), '\x80\x9b'),
  body('letters of Latin-1 before no-break spaces', encodedAs('8bit', 'text/plain; charset=latin1'), '\xc4\xa0'),
];

const flows: readonly Bomb[] = [
  body('flowed lines', 'Content-Type: text/plain; format=flowed', 'word \n'),
  body('flowed lines without their blanks', 'Content-Type: text/plain; format=flowed; delsp=yes', 'word \n'),
  body('flowed blanks', 'Content-Type: text/plain; format=flowed', ' \n', 'x'),
  body('flowed quotes', 'Content-Type: text/plain; format=flowed', '> word \n'),
  body('flowed signatures', 'Content-Type: text/plain; format=flowed', '-- \n'),
];

const ends: readonly Bomb[] = [
  body('a text of carriage returns alone', 'Content-Type: text/plain', '\r', 'x'),
  body('pairs of carriage returns', 'Content-Type: text/plain', '\r\r\n', 'x'),
  body('HTML that shows files', 'Content-Type: text/html', '<img src=cid:a>'),
  body('HTML that shows one file of a long name', 'Content-Type: text/html', 'a', '<img src=cid:a>'),
  body('HTML that hardly shows files', 'Content-Type: text/html', 'src = '),
  body('blanks where HTML shows a file', 'Content-Type: text/html', ' ', 'src'),
];

const TNEF = 'Content-Type: application/ms-tnef\n\n\x78\x9f\x3e\x22\x01\x00';
/** One attribute that is as long as the bomb, with a large number of properties. */
function propertyBomb(name: string, unit: string, before: string): Bomb {
  return {
    name,
    make: size => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(size + 4);
      const head = `${TNEF}\x01\x03\x90\x06\x00${length.toString('latin1')}\xff\xff\xff\x00${before}`;
      return head + unit.repeat(size / unit.length + 1);
    },
  };
}
function richTextBomb(name: string, unit: string): Bomb {
  const packed = '\x00\x00\x00\x00\x00\x00\x00\x00MELA\x00\x00\x00\x00';
  const property = '\x02\x01\x09\x10\x01\x00\x00\x00';
  return {
    name,
    make: size => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(size);
      return propertyBomb(name, unit, `${property}${length.toString('latin1')}${packed}{\\rtf1 `).make(size + 100);
    },
  };
}
const wrappers: readonly Bomb[] = [
  richTextBomb('letters of rich text', "\\'e4\\par "),
  richTextBomb('groups of rich text', '{'),
  richTextBomb('backslashes of rich text', '\\'),
  { name: 'files in an Outlook wrapper', make: repeatTo('\x02\x02\x90\x06\x00\x00\x00\x00\x00\x00\x00', TNEF) },
  { name: 'attributes in an Outlook wrapper', make: repeatTo('\x01\x0d\x80\x04\x00\x00\x00\x00\x00\x00\x00', TNEF) },
  propertyBomb('properties in an Outlook wrapper', '\x1e\x00\x00\x10\x01\x00\x00\x00\x00\x00\x00\x00', ''),
  propertyBomb('values in an Outlook wrapper', '\x00', '\x1e\x10\x00\x10\xff\xff\xff\x00'),
];

const MAIL = 'From a@b.example Thu Nov 20 09:00:00 2025\nFrom: a@b.example\nSubject: x\n\n';

/** Bombs that are a mail from its first `Content-Type` on, and bombs that are a mailbox; both in latin1. */
export const mailBombs: Readonly<Record<'mails' | 'mboxes', readonly Bomb[]>> = {
  mails: [...parts, ...encodings, ...charsets, ...flows, ...ends, ...wrappers],
  mboxes: [
    { name: 'separators of a mailbox', make: repeatTo('\nFrom ', `${MAIL}x\n`) },
    { name: 'separators with a weekday', make: repeatTo('\nFrom a Mon ', `${MAIL}x\n`) },
    { name: 'separators with weekdays', make: repeatTo(`\nFrom ${'mon '.repeat(900)}`, `${MAIL}x\n`) },
    { name: 'separators with blanks', make: repeatTo(`\nFrom a mon${' '.repeat(4_000)}x`, `${MAIL}x\n`) },
    { name: 'separators with numbers', make: repeatTo(`\nFrom a ${'2025-11-20 '.repeat(350)}x`, `${MAIL}x\n`) },
    { name: 'quoted separators', make: repeatTo('\n>From ', `${MAIL}x\n`) },
    { name: 'separators quoted deeply', make: repeatTo('>', `${MAIL}x\n`, 'from ') },
    { name: 'lines of quoted separators', make: repeatTo(`\n${'>'.repeat(1_000)}`, `${MAIL}x\n>From \n`) },
    { name: 'newlines in a mailbox', make: repeatTo('\n', `${MAIL}x`, 'x\n') },
    { name: 'newlines before a mailbox', make: repeatTo('\n', '', MAIL) },
    { name: 'blanks before a mailbox', make: repeatTo(' ', '', `\n${MAIL}`) },
    { name: 'blank lines before a mailbox', make: repeatTo(' \t\n', '', MAIL) },
    {
      name: 'mails that are empty',
      make: countTo(index => `From a@b.example Thu Nov 20 09:00:00 2025\nX: ${index}\n\n`),
    },
  ],
};
