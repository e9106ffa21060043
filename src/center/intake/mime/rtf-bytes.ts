import { messageLimits } from '../../../contract/message.ts';

/** Every stream may refer to these bytes, as if they preceded it (MS-OXRTFCP). */
const DICTIONARY = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);
const HEAD_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
const RING = 4_096;
/** The most bytes to unpack: text beyond is not shown. */
const MAX_BYTES = 4 * messageLimits.characters;

/** Writes the meaning of the runs and letters of `bytes` to `out`; returns the number of bytes written. */
function inflate(bytes: Buffer, out: Buffer): number {
  const ring = Buffer.alloc(RING, 32);
  DICTIONARY.copy(ring);
  let place = DICTIONARY.length;
  let length = 0;
  const write = (byte: number): void => {
    out[length++] = byte;
    ring[place] = byte;
    place = (place + 1) % RING;
  };
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if (length >= out.length) return length;
      if (((control >> bit) & 1) === 0) {
        write(bytes[at++]!);
        continue;
      }
      const run = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = run >> 4;
      if (from === place) return length;
      for (let index = 0; index < (run & 15) + 2 && length < out.length; index += 1)
        write(ring[(from + index) % RING]!);
    }
  }
  return length;
}

/** Unpacks rich text as Outlook packs it (MS-OXRTFCP), as far as possible; returns no bytes if it is not such text. */
export function unpackRtf(bytes: Buffer): Buffer {
  if (bytes.length < HEAD_BYTES) return Buffer.alloc(0);
  const kind = bytes.readUInt32LE(8);
  if (kind === PLAIN) return bytes.subarray(HEAD_BYTES, HEAD_BYTES + MAX_BYTES);
  if (kind !== COMPRESSED) return Buffer.alloc(0);
  const out = Buffer.alloc(Math.min(bytes.readUInt32LE(4), MAX_BYTES));
  return out.subarray(0, inflate(bytes, out));
}
