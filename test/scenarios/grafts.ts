import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFolder } from '../harness/corpus.ts';

const CRLF = '\r\n';
/** Past so many bytes a text is cut into several, each in a mail of its own. */
const PIECE_BYTES = 12_000;

/** Every file of the corpus, mail or not. */
export const corpusFiles = (): string[] =>
  readdirSync(corpusFolder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'SOURCE.txt')
    .map(entry => join(entry.parentPath, entry.name))
    .sort();

/** The corpus's files that are no mail: what is grafted into every field. */
function hostileFiles(): Buffer[] {
  const folders = [
    'xtermjs-escapes/test/fixtures/escape_sequence_files',
    'utf8-stress/testdata',
    'unicode-segmenter/test/_corpora',
    'html-cerberus',
    'html-leemunroe',
    'discourse-replies/test/emails',
    'discourse-replies/test/trimmed',
    'github-replies/test/emails',
    ...readdirSync(join(corpusFolder, 'payloads'))
      .filter(name => !name.endsWith('.txt'))
      .flatMap(name => ['Files', 'Intruder'].map(inner => `payloads/${name}/${inner}`)),
  ].map(folder => join(corpusFolder, folder));
  const files = folders
    .filter(existsSync)
    .flatMap(folder =>
      readdirSync(folder)
        .filter(name => name !== 'SOURCE.txt')
        .map(name => join(folder, name)),
    )
    .map(path => readFileSync(path));
  return [...files, graphemeBreaks()];
}

/** The strings that Unicode's own test of clusters describes by their codes. */
function graphemeBreaks(): Buffer {
  const text = readFileSync(join(corpusFolder, 'unicode-10/tests/GraphemeBreakTest.txt'), 'utf8');
  const strings = text.split('\n').flatMap(line => {
    const codes = (line.split('#')[0] ?? '').match(/[0-9A-F]{4,6}/g);
    return codes ? [codes.map(code => codePoint(Number.parseInt(code, 16))).join('')] : [];
  });
  return Buffer.from(strings.join(' | '));
}

const codePoint = (code: number): string => (code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code));

/** The file cut into pieces small enough to be read to the end. */
const piecesOf = (file: Buffer): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; at += PIECE_BYTES) pieces.push(file.subarray(at, at + PIECE_BYTES));
  return pieces;
};

/** Every hostile file as mails: as subject, name, file name (raw or encoded by turns) and body (raw or in base64). */
export function graftedMails(): Buffer[] {
  return hostileFiles()
    .flatMap(piecesOf)
    .flatMap((piece, index) => [mailOf(piece, index, false), mailOf(piece, index, true)]);
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

/** A header holds no line break and no NUL; everything else goes in as it is. */
const oneLine = (bytes: Buffer): Buffer => Buffer.from(bytes.map(byte => ([0, 10, 13].includes(byte) ? 32 : byte)));

/** Encoded words, so that line breaks and controls come through; cut where it may be in the midst of a sequence. */
const encodedWords = (bytes: Buffer): Buffer => {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += 39)
    words.push(`=?utf-8?B?${bytes.subarray(at, at + 39).toString('base64')}?=`);
  return Buffer.from(words.join(`${CRLF} `));
};

const fileName = (bytes: Buffer, isEncoded: boolean): (string | Buffer)[] =>
  isEncoded
    ? [`filename*=utf-8''${[...bytes].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')}`]
    : ['filename="', Buffer.from(oneLine(bytes).filter(byte => byte !== 0x22 && byte !== 0x5c)), '"'];

/** Strings for fields that no mail fills: `count` of them, `length` UTF-16 units at most, from all the hostile files. */
export function hostileStrings(count: number, length: number): string[] {
  const files = hostileFiles().map(file => file.toString('utf8'));
  return Array.from({ length: count }, (_, index) => {
    const text = files[index % files.length]!;
    const at = (index * 131) % Math.max(1, text.length - length);
    return text.slice(at, at + length).toWellFormed();
  });
}
