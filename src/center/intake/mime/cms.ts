/** The object identifier of signed data (RFC 5652, section 5), in DER. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
const [SEQUENCE, OCTETS, OCTETS_OF_PARTS, CONTENT] = [0x30, 0x04, 0x24, 0xa0];
/** Nested deeper than any program writes it. */
const MAX_DEPTH = 8;

interface Element {
  readonly tag: number;
  /** Where its content begins and ends, and where the next element begins. */
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** The end of an element without a length: two zero bytes behind its parts. */
function indefinite(bytes: Buffer, tag: number, from: number, end: number, depth: number): Element | undefined {
  let at = from;
  while (at + 2 <= end && (bytes[at] !== 0 || bytes[at + 1] !== 0)) {
    const part = readElement(bytes, at, end, depth + 1);
    if (!part) return undefined;
    at = part.next;
  }
  return at + 2 <= end ? { tag, from, to: at, next: at + 2 } : undefined;
}

/** Reads the BER or DER element at an offset. Returns undefined if the bytes are not an element. */
function readElement(bytes: Buffer, at: number, end: number, depth = 0): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || at + 2 > end || depth > MAX_DEPTH) return undefined;
  if (first === 0x80) return indefinite(bytes, tag, at + 2, end, depth);
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4 || at + 2 + size > end) return undefined;
  const from = at + 2 + size;
  const length = size === 0 ? first : bytes.readUIntBE(at + 2, size);
  return from + length > end ? undefined : { tag, from, to: from + length, next: from + length };
}

/** The elements within one; fewer if it is broken. */
function within(bytes: Buffer, { from, to }: Element): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to; ) {
    const element = readElement(bytes, at, to);
    if (!element) break;
    found.push(element);
    at = element.next;
  }
  return found;
}

/** The mail that an opaque S/MIME signature encloses (RFC 8551), which is not checked; undefined if it encloses none. */
export function signedContent(bytes: Buffer): Buffer | undefined {
  const wrapper = readElement(bytes, 0, bytes.length);
  const [type, data] = wrapper?.tag === SEQUENCE ? within(bytes, wrapper) : [];
  if (!type || !data || !bytes.subarray(type.from - 2, type.to).equals(SIGNED_DATA)) return undefined;
  const [signed] = within(bytes, data);
  // Version, digests, then the content: its type and its octets.
  const enclosed = signed && within(bytes, signed)[2];
  const content = enclosed && within(bytes, enclosed).find(({ tag }) => tag === CONTENT);
  const octets = content && readElement(bytes, content.from, content.to);
  if (octets?.tag === OCTETS) return bytes.subarray(octets.from, octets.to);
  if (octets?.tag !== OCTETS_OF_PARTS) return undefined;
  return Buffer.concat(within(bytes, octets).map(({ from, to }) => bytes.subarray(from, to)));
}
