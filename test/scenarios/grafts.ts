const CRLF = '\r\n';
/** A longer text, in bytes, is cut into several, each in a separate mail. */
const PIECE_BYTES = 12_000;

/** The text cut into pieces small enough to be read to the end. */
function piecesOf(file: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; at += PIECE_BYTES) pieces.push(file.subarray(at, at + PIECE_BYTES));
  return pieces;
}

/** Hostile texts as mails: as subject, name, file name (raw or encoded by turns) and body (raw or in base64). */
export function graftedMails(texts: readonly Buffer[]): Buffer[] {
  return texts.flatMap(piecesOf).flatMap((piece, index) => [mailOf(piece, index, false), mailOf(piece, index, true)]);
}

function mailOf(piece: Buffer, index: number, isEncoded: boolean): Buffer {
  const slice = (at: number, length: number) => piece.subarray(at % piece.length, (at % piece.length) + length);
  const field = (bytes: Buffer): Buffer => (isEncoded ? encodedWords(bytes) : oneLine(bytes));
  const type = /<html/i.test(piece.toString('latin1')) ? 'text/html' : 'text/plain';
  const edge = `--graft${index}`;
  const parts: (string | Buffer)[] = [
    `Message-ID: <graft-${index}-${isEncoded}@graft.example>${CRLF}`,
    `Date: Thu, 20 Nov 2025 09:${String(index % 60).padStart(2, '0')}:00 +0000${CRLF}`,
    'From: "',
    field(slice(31 * index, 60)),
    `" <customer${index}@graft.example>${CRLF}Subject: `,
    field(slice(97 * index, 180)),
    `${CRLF}MIME-Version: 1.0${CRLF}Content-Type: multipart/mixed; boundary="graft${index}"${CRLF}${CRLF}`,
    `${edge}${CRLF}Content-Type: ${type}; charset=utf-8${CRLF}`,
    `Content-Transfer-Encoding: ${isEncoded ? 'base64' : '8bit'}${CRLF}${CRLF}`,
    isEncoded ? piece.toString('base64') : piece,
    `${CRLF}${edge}${CRLF}Content-Type: application/octet-stream${CRLF}Content-Disposition: attachment; `,
    ...fileName(slice(53 * index, 80), isEncoded),
    `${CRLF}${CRLF}x${CRLF}${edge}--${CRLF}`,
  ];
  return Buffer.concat(parts.map(part => Buffer.from(part as string)));
}

/** A header contains no line break and no NUL; all other bytes stay as they are. */
function oneLine(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map(byte => ([0, 10, 13].includes(byte) ? 32 : byte)));
}

/** Encoded words, so that line breaks and controls come through; they may be cut in the middle of a sequence. */
function encodedWords(bytes: Buffer): Buffer {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += 39)
    words.push(`=?utf-8?B?${bytes.subarray(at, at + 39).toString('base64')}?=`);
  return Buffer.from(words.join(`${CRLF} `));
}

function fileName(bytes: Buffer, isEncoded: boolean): (string | Buffer)[] {
  return isEncoded
    ? [`filename*=utf-8''${[...bytes].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')}`]
    : ['filename="', Buffer.from(oneLine(bytes).filter(byte => byte !== 0x22 && byte !== 0x5c)), '"'];
}

/** Strings for fields that no mail fills: `count` of them, `length` UTF-16 units at most, from all these texts. */
export function hostileStrings(texts: readonly Buffer[], count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const text = texts[index % texts.length]!.toString('utf8');
    const at = (index * 131) % Math.max(1, text.length - length);
    return text.slice(at, at + length).toWellFormed();
  });
}
