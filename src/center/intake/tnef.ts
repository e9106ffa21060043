import { decodeText } from './charset.ts';

/** What an Outlook wrapper (`winmail.dat`) holds: files by the names they were given, and perhaps the mail's text. */
export interface Unwrapped {
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

const signature = 0x223e9f78;
/** Signature and key of the whole; level, id and length of an attribute; its checksum. */
const headBytes = 6;
const attributeHeadBytes = 9;
const checksumBytes = 2;
const maxFiles = 100;

/** Ids of attributes: where a file begins, its name, its content, and the text. */
const attribute = { file: 0x00069002, name: 0x00018010, content: 0x0006800f, text: 0x0002800c } as const;

/** Unpacks a TNEF wrapper; what is cut off is left out, `undefined` where the bytes are none or hold nothing. */
export const unwrapTnef = (bytes: Buffer): Unwrapped | undefined => {
  if (bytes.length < headBytes || bytes.readUInt32LE(0) !== signature) return undefined;
  const files: { name: string; content: Buffer }[] = [];
  let text = '';
  let open: { name: string; content: Buffer } | undefined;
  for (let at = headBytes; at + attributeHeadBytes <= bytes.length; ) {
    const id = bytes.readUInt32LE(at + 1);
    const start = at + attributeHeadBytes;
    const end = start + bytes.readUInt32LE(at + 5);
    if (end > bytes.length) break;
    const data = bytes.subarray(start, end);
    if (id === attribute.file && files.length < maxFiles) {
      open = { name: '', content: Buffer.alloc(0) };
      files.push(open);
    } else if (id === attribute.name && open) open.name = textOf(data);
    else if (id === attribute.content && open) open.content = data;
    else if (id === attribute.text) text = textOf(data);
    at = end + checksumBytes;
  }
  const filled = files.filter(({ content }) => content.length > 0);
  return filled.length > 0 || text !== '' ? { text, files: filled } : undefined;
};

/** A text ends with a zero byte; its charset is said nowhere that is kept to. */
const textOf = (data: Buffer): string => {
  const end = data.indexOf(0);
  return decodeText(end < 0 ? data : data.subarray(0, end)).replaceAll('\r\n', '\n');
};
