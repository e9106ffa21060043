import { type MapiValue, mapiText, property, readMapi } from './mapi.ts';

/** A file in an Outlook wrapper. */
export interface WrappedFile {
  readonly name: string;
  /** Its media type, as Outlook knows it; mostly empty. */
  readonly type: string;
  /** The Content-ID by which HTML shows it; mostly empty. */
  readonly contentId: string;
  readonly content: Buffer;
}

/** What an Outlook wrapper (`winmail.dat`) holds: files by the names they were given, and perhaps the mail's text. */
export interface Unwrapped {
  readonly text: string;
  /** Empty where there is none. */
  readonly html: string;
  readonly files: readonly WrappedFile[];
}

const signature = 0x223e9f78;
/** Signature and key of the whole; level, id and length of an attribute; its checksum. */
const headBytes = 6;
const attributeHeadBytes = 9;
const checksumBytes = 2;
/** An object begins with the id of its interface. */
const interfaceBytes = 16;
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

type Properties = ReadonlyMap<number, MapiValue>;

/** The attributes of a file, or of the mail, by their ids. */
type Attributes = Map<number, Buffer>;

function* attributesOf(bytes: Buffer): Generator<[id: number, data: Buffer]> {
  for (let at = headBytes; at + attributeHeadBytes <= bytes.length; ) {
    const start = at + attributeHeadBytes;
    const end = start + bytes.readUInt32LE(at + 5);
    if (end > bytes.length) return;
    yield [bytes.readUInt32LE(at + 1), bytes.subarray(start, end)];
    at = end + checksumBytes;
  }
}

const propertiesOf = (data: Buffer | undefined): Properties => (data ? readMapi(data) : new Map());

/** A mail within the mail, or what another program put into it. */
const objectOf = (properties: Properties): Buffer =>
  (properties.get(property.object)?.bytes ?? Buffer.alloc(0)).subarray(interfaceBytes);

/** The title is short and in capitals where a program of old wrote it; the long name is a property. */
const fileOf = (attributes: Attributes, properties: Properties, codePage: number): WrappedFile => {
  const textOf = (id: number) => mapiText(properties.get(id), codePage);
  const title = attributes.get(attribute.title);
  const titleText = title ? mapiText({ bytes: title, isUtf16: false }, codePage) : '';
  return {
    name: textOf(property.longFileName) || titleText || textOf(property.fileName) || textOf(property.displayName),
    type: textOf(property.mediaType),
    contentId: textOf(property.contentId),
    content: attributes.get(attribute.content) ?? objectOf(properties),
  };
};

const htmlOf = (properties: Properties, codePage: number): string => mapiText(properties.get(property.html), codePage);

const codePageOf = (mail: Attributes, properties: Properties): number => {
  const said = properties.get(property.codePage)?.bytes ?? mail.get(attribute.codePage);
  return said && said.length >= 4 ? said.readUInt32LE(0) : 0;
};

/** Unpacks a TNEF wrapper; what is cut off is left out, `undefined` where the bytes are none or hold nothing. */
export const unwrapTnef = (bytes: Buffer, depth = 0): Unwrapped | undefined => {
  if (bytes.length < headBytes || bytes.readUInt32LE(0) !== signature || depth > limits.depth) return undefined;
  const mail: Attributes = new Map();
  const held: Attributes[] = [];
  for (const [id, data] of attributesOf(bytes)) {
    if (id === attribute.file && held.length < limits.files) held.push(new Map());
    const into = isOfFile(id) ? held.at(-1) : mail;
    if (into && !into.has(id)) into.set(id, data);
  }
  const properties = propertiesOf(mail.get(attribute.properties));
  const codePage = codePageOf(mail, properties);
  const body = mail.get(attribute.text);
  const texts = [mapiText(body ? { bytes: body, isUtf16: false } : properties.get(property.text), codePage)];
  const files: WrappedFile[] = [];
  for (const attributes of held) {
    const own = propertiesOf(attributes.get(attribute.fileProperties));
    const inner = unwrapTnef(objectOf(own), depth + 1);
    if (inner) {
      texts.push(inner.text);
      files.push(...inner.files.slice(0, limits.files - files.length));
    } else files.push(fileOf(attributes, own, codePage));
  }
  const text = texts.filter(each => each !== '').join('\n\n');
  const html = htmlOf(properties, codePage);
  const filled = files.filter(({ content }) => content.length > 0);
  return filled.length > 0 || text !== '' || html !== '' ? { text, html, files: filled } : undefined;
};

const ofFile: readonly number[] = [attribute.file, attribute.title, attribute.content, attribute.fileProperties];
const isOfFile = (id: number): boolean => ofFile.includes(id);
