import { type MapiValue, mapiText, property, readMapi } from './mapi.ts';
import { readRtf, unpackRtf } from './rtf.ts';

/** A file in an Outlook wrapper (TNEF). */
export interface WrappedFile {
  readonly name: string;
  /** Its media type, according to Outlook; usually empty. */
  readonly type: string;
  /** The Content-ID by which HTML shows it; usually empty. */
  readonly contentId: string;
  readonly content: Buffer;
}

/**
 * The text of a mail in an Outlook wrapper, as text, as HTML or as both; each is empty if the wrapper has no such text.
 */
export interface WrappedText {
  readonly text: string;
  readonly html: string;
  /** The texts of the mails within it. */
  readonly within: readonly WrappedText[];
}

/** The contents of an Outlook wrapper (`winmail.dat`): files by their names, and perhaps the mail's text. */
export interface Unwrapped {
  readonly files: readonly WrappedFile[];
  /** Reads the text, which most mails also contain elsewhere. */
  readonly readText: () => WrappedText;
}

const SIGNATURE = 0x223e9f78;
/** Signature and key of the whole; level, id and length of an attribute; its checksum. */
const HEAD_BYTES = 6;
const ATTRIBUTE_HEAD_BYTES = 9;
const CHECKSUM_BYTES = 2;
/** An object begins with the id of its interface. */
const INTERFACE_BYTES = 16;
const limits = { files: 100, depth: 3 } as const;

/** Ids of attributes; `file` begins a file, whose other attributes follow. */
const attribute = {
  file: 0x00069002,
  title: 0x00018010,
  content: 0x0006800f,
  fileProperties: 0x00069005,
  text: 0x0002800c,
  codePage: 0x00069007,
  properties: 0x00069003,
} as const;

const OF_FILE: readonly number[] = [attribute.file, attribute.title, attribute.content, attribute.fileProperties];

type Properties = ReadonlyMap<number, MapiValue>;

type Attributes = Map<number, Buffer>;

function* attributesOf(bytes: Buffer): Generator<[id: number, data: Buffer]> {
  for (let at = HEAD_BYTES; at + ATTRIBUTE_HEAD_BYTES <= bytes.length; ) {
    const start = at + ATTRIBUTE_HEAD_BYTES;
    const end = start + bytes.readUInt32LE(at + 5);
    if (end > bytes.length) return;
    yield [bytes.readUInt32LE(at + 1), bytes.subarray(start, end)];
    at = end + CHECKSUM_BYTES;
  }
}

function propertiesOf(data: Buffer | undefined): Properties {
  return data ? readMapi(data) : new Map();
}

/** A mail within the mail, or an object of another program. */
function objectOf(properties: Properties): Buffer {
  return (properties.get(property.object)?.bytes ?? Buffer.alloc(0)).subarray(INTERFACE_BYTES);
}

/** The title may be a short name in capitals; a property has the long one. */
function fileOf(attributes: Attributes, properties: Properties, codePage: number): WrappedFile {
  const textOf = (id: number) => mapiText(properties.get(id), codePage);
  const title = attributes.get(attribute.title);
  const titleText = title ? mapiText({ bytes: title, isUtf16: false }, codePage) : '';
  return {
    name: textOf(property.longFileName) || titleText || textOf(property.fileName) || textOf(property.displayName),
    type: textOf(property.mediaType),
    contentId: textOf(property.contentId),
    content: attributes.get(attribute.content) ?? objectOf(properties),
  };
}

/** The text of a mail, and its HTML: if neither stands elsewhere, the rich text is read. */
function textOf(mail: Attributes, properties: Properties, codePage: number): Omit<WrappedText, 'within'> {
  const body = mail.get(attribute.text);
  const text = mapiText(body ? { bytes: body, isUtf16: false } : properties.get(property.text), codePage);
  const html = mapiText(properties.get(property.html), codePage);
  const packed = properties.get(property.richText)?.bytes;
  if (text.trim() !== '' || html !== '' || !packed) return { text, html };
  const rich = readRtf(unpackRtf(packed));
  return rich.isHtml ? { text: '', html: rich.text } : { text: rich.text, html: '' };
}

function hasText(mail: Attributes, properties: Properties): boolean {
  return mail.has(attribute.text) || [property.text, property.html, property.richText].some(id => properties.has(id));
}

function codePageOf(mail: Attributes, properties: Properties): number {
  const said = properties.get(property.codePage)?.bytes ?? mail.get(attribute.codePage);
  return said && said.length >= 4 ? said.readUInt32LE(0) : 0;
}

/** Unpacks a TNEF wrapper without truncated parts; `undefined` if the bytes are not one or it is empty. */
export function unwrapTnef(bytes: Buffer, depth = 0): Unwrapped | undefined {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== SIGNATURE || depth > limits.depth) return undefined;
  const mail: Attributes = new Map();
  const held: Attributes[] = [];
  for (const [id, data] of attributesOf(bytes)) {
    if (id === attribute.file && held.length < limits.files) held.push(new Map());
    const into = OF_FILE.includes(id) ? held.at(-1) : mail;
    if (into && !into.has(id)) into.set(id, data);
  }
  const properties = propertiesOf(mail.get(attribute.properties));
  const codePage = codePageOf(mail, properties);
  const files: WrappedFile[] = [];
  const inner: Unwrapped[] = [];
  for (const attributes of held) {
    const own = propertiesOf(attributes.get(attribute.fileProperties));
    const within = unwrapTnef(objectOf(own), depth + 1);
    if (within) inner.push(within);
    files.push(...(within?.files ?? [fileOf(attributes, own, codePage)]).slice(0, limits.files - files.length));
  }
  const filled = files.filter(({ content }) => content.length > 0);
  if (filled.length === 0 && inner.length === 0 && !hasText(mail, properties)) return undefined;
  const readText = (): WrappedText => ({
    ...textOf(mail, properties, codePage),
    within: inner.map(each => each.readText()),
  });
  return { files: filled, readText };
}
