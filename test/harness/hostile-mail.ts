import { C1_BYTES, CHARSETS, PAYLOADS } from './payloads.ts';
import { pick, type Random } from './random.ts';

const CRLF = '\r\n';
type Bytes = Uint8Array;
function bytesOf(text: string): Bytes {
  return Buffer.from(text);
}

/** How a payload is written into a header. */
type Writing = (raw: Bytes, charset: string) => Bytes;

function quoted(raw: Bytes): string {
  return [...raw].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
function word(raw: Bytes, charset: string): string {
  return `=?${charset}?B?${Buffer.from(raw).toString('base64')}?=`;
}

const HEADER_WRITINGS: readonly Writing[] = [
  raw => raw.map(byte => (byte === 10 || byte === 13 || byte === 0 ? 32 : byte)),
  (raw, charset) => bytesOf(word(raw, charset)),
  (raw, charset) => bytesOf(`=?${charset}?Q?${quoted(raw)}?=`),
  // The sequence is split over two words, and joined only where they are decoded.
  (raw, charset) => bytesOf(`${word(raw.subarray(0, 1), charset)}${CRLF} ${word(raw.subarray(1), charset)}`),
];

/** Text and the bytes of one charset's C1 or of broken UTF-8, which no text can say. */
function hostileBytes(random: Random): Bytes {
  const kind = random();
  if (kind < 0.25)
    return Buffer.from([0x61, pick(random, C1_BYTES), ...bytesOf('2J31m'), pick(random, C1_BYTES), 0x62]);
  if (kind < 0.35)
    return Buffer.from([0xc3, 0x28, 0xe2, 0x82, 0xf0, 0x90, 0x28, 0xc0, 0x9b, 0xed, 0xa0, 0x80, 0xff, 0x41]);
  return bytesOf(`${pick(random, PAYLOADS)}${random() < 0.4 ? pick(random, PAYLOADS) : ''}`);
}

function headerText(random: Random, inert: string): Bytes {
  const raw = Buffer.concat([bytesOf(inert), hostileBytes(random), bytesOf(' end')]);
  return pick(random, HEADER_WRITINGS)(raw, pick(random, CHARSETS));
}

function quotable(bytes: Bytes): Bytes {
  return bytes.filter(byte => byte !== 0x22 && byte !== 0x5c);
}
function withoutSpecials(bytes: Bytes): Bytes {
  return bytes.filter(byte => !'"\\<>,;:()[]@ '.includes(String.fromCharCode(byte)));
}

interface Body {
  readonly type: string;
  readonly encoding: string;
  readonly content: Bytes;
}

function bodyOf(random: Random, index: number, isHuge: boolean): Body {
  const charset = pick(random, CHARSETS);
  const hostile = Array.from({ length: 1 + Math.floor(random() * 4) }, () => hostileBytes(random));
  const flood = isHuge
    ? bytesOf(pick(random, ['a'.repeat(1_000_000), `a${'\u0301'.repeat(400_000)}`, '配'.repeat(330_000)]))
    : bytesOf('');
  const raw = Buffer.concat([bytesOf(`Body of mail ${index}: `), ...hostile, flood, bytesOf('\nlast line\n')]);
  const isHtml = random() < 0.25;
  const type = isHtml ? 'text/html' : 'text/plain';
  const content = isHtml
    ? Buffer.concat([bytesOf(`<p title="&#x1b;]0;t&#7;">&#x1b;[2J &#155;2J &#x202e;${'<b>'.repeat(3)}`), raw])
    : raw;
  return { type: `${type}; charset=${charset}`, ...encoded(random, content) };
}

function encoded(random: Random, content: Bytes): Omit<Body, 'type'> {
  const kind = random();
  if (kind < 0.35) return { encoding: 'base64', content: bytesOf(Buffer.from(content).toString('base64')) };
  if (kind < 0.6) {
    const lines = quoted(content).match(/.{1,72}/g) ?? [];
    return { encoding: 'quoted-printable', content: bytesOf(lines.join(`=${CRLF}`)) };
  }
  return { encoding: pick(random, ['8bit', '7bit', 'binary']), content };
}

function fileName(random: Random): Bytes {
  const raw = Buffer.concat([bytesOf('file'), hostileBytes(random), bytesOf('.pdf')]);
  if (random() < 0.5) return bytesOf(`filename*=utf-8''${quoted(raw).replaceAll('=', '%')}`);
  return Buffer.concat([bytesOf('filename="'), quotable(HEADER_WRITINGS[0]!(raw, 'utf-8')), bytesOf('"')]);
}

/** One mail with something hostile in every field; `isHuge` adds a line of about a megabyte. */
export function hostileMail(random: Random, index: number, isHuge = false): Buffer {
  const edge = `edge${index}`;
  const body = bodyOf(random, index, isHuge);
  const text = (inert: string) => headerText(random, inert);
  const parts: (string | Bytes)[] = [
    ['Message-ID: <', withoutSpecials(hostileBytes(random)), `hostile-${index}@mail.example>`, CRLF],
    [
      `Date: ${random() < 0.1 ? 'soon \x1b[2J' : `Thu, 20 Nov 2025 09:${String(index % 60).padStart(2, '0')}:00 +0000`}`,
      CRLF,
    ],
    ['Subject: ', text(`Mail ${index} `), CRLF],
    [
      'From: "',
      quotable(text('Customer ')),
      '" <',
      withoutSpecials(hostileBytes(random)),
      `customer${index}@mail.example>`,
      CRLF,
    ],
    ['To: ', text('Support '), ' <support@shop.example>', CRLF],
    ['Cc: "', quotable(text('Somebody ')), '" <cc@mail.example>', CRLF],
    ['Reply-To: ', text('Reply '), ` <reply${index}@mail.example>`, CRLF],
    ['X-Mailer: ', text('Mailer '), CRLF],
    [`MIME-Version: 1.0${CRLF}Content-Type: multipart/mixed; boundary=${edge}${CRLF}${CRLF}--${edge}${CRLF}`],
    [`Content-Type: ${body.type}${CRLF}Content-Transfer-Encoding: ${body.encoding}${CRLF}${CRLF}`, body.content],
    [`${CRLF}--${edge}${CRLF}Content-Type: application/octet-stream; name="`, quotable(text('name ')), `"${CRLF}`],
    ['Content-Disposition: attachment; ', fileName(random), `${CRLF}${CRLF}content${CRLF}--${edge}--${CRLF}`],
  ].flat();
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? bytesOf(part) : part)));
}

/** Mails that hold each of the 32 C1 as a byte, in every field, raw and as encoded words, under each of the charsets. */
export function everyC1Mails(): Buffer[] {
  return CHARSETS.flatMap((charset, nth) =>
    [C1_BYTES.slice(0, 16), C1_BYTES.slice(16)].map((half, part) => {
      const raw = Buffer.from(half.flatMap(byte => [byte, 0x41]));
      const id = `c1-${nth}-${part}`;
      const parts: (string | Bytes)[] = [
        `Message-ID: <${id}@mail.example>${CRLF}Date: Thu, 20 Nov 2025 10:00:0${nth} +0000${CRLF}`,
        ...['Subject: ', part === 0 ? raw : word(raw, charset), ` ${id}${CRLF}`],
        ...['From: "', part === 0 ? word(raw, charset) : raw, `" <${id}@mail.example>${CRLF}`],
        ...['To: "', part === 0 ? raw : word(raw, charset), `" <support@shop.example>${CRLF}`],
        ...['Cc: "', part === 0 ? word(raw, charset) : raw, `" <cc-${id}@mail.example>${CRLF}`],
        `Content-Type: multipart/mixed; boundary=${id}${CRLF}${CRLF}--${id}${CRLF}`,
        `Content-Type: text/plain; charset=${charset}${CRLF}Content-Transfer-Encoding: 8bit${CRLF}${CRLF}`,
        raw,
        `${CRLF}--${id}${CRLF}Content-Disposition: attachment; filename="`,
        ...[raw, `"${CRLF}${CRLF}x${CRLF}--${id}--${CRLF}`],
      ];
      return Buffer.concat(parts.map(piece => (typeof piece === 'string' ? bytesOf(piece) : piece)));
    }),
  );
}
