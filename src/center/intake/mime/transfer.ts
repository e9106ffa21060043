import { isLarge } from '../release.ts';

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function softBreak(bytes: Buffer, at: number): number {
  let end = at;
  while (bytes[end] === 32 || bytes[end] === 9 || bytes[end] === 13) end += 1;
  if (bytes[end] === 10) return end + 1;
  return end >= bytes.length ? end : -1;
}

function quotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!;
    if (byte === 61) {
      const high = hex(bytes[at + 1]);
      const low = high < 0 ? -1 : hex(bytes[at + 2]);
      const next = low < 0 ? softBreak(bytes, at + 1) : -1;
      if (low >= 0) {
        out[length++] = high * 16 + low;
        at += 3;
        continue;
      }
      if (next >= 0) {
        at = next;
        continue;
      }
    }
    out[length++] = byte;
    at += 1;
  }
  return out.subarray(0, length);
}

/** Maps a byte to its base64 value, in the usual and the URL alphabet; -1 if it is not a digit. */
const digits = Int8Array.from({ length: 256 }, (_, byte) => {
  const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(byte));
  return byte === 45 ? 62 : byte === 95 ? 63 : at;
});

/**
 * Decodes base64 of many units that are padded each, byte by byte into one buffer: a text per unit would use more
 * memory than the thread has, which ends the process.
 */
function paddedBase64(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(Math.ceil(bytes.length / 4) * 3) as Buffer<ArrayBuffer>;
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    if (byte === 61) {
      bits = 0;
      continue;
    }
    const digit = digits[byte]!;
    if (digit < 0) continue;
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[length++] = held >> bits;
  }
  // Large ones have memory of their own: the unused part is given back.
  return isLarge(out.length) ? Buffer.from(out.buffer.transfer(length)) : out.subarray(0, length);
}

/** The text of a longer one would take as much memory again as the mail. */
const MAX_TEXT_BYTES = 1_024 * 1_024;

/** A line of base64, in the usual or the URL alphabet. A line of dashes is not one. */
const BASE64_LINE = /^(?=[-_]*[A-Za-z0-9+/])[A-Za-z0-9+/_-]+={0,2}$/;
/** The line above a footer that follows base64 without padding. */
const SEPARATOR = /^(?:-- ?|[-_=*~#]{3,})$/;
/** A longer line of base64 is not in the footer of a mail, which has words. */
const MAX_WORD_LENGTH = 40;

/** Returns the offset of the plain text that a mailing list or a scanner appended to base64, or the length of the bytes. */
export function afterBase64(bytes: Buffer): number {
  let footer = bytes.length;
  let digitsBefore = 0;
  let isPadded = false;
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(10, at) + 1 || bytes.length;
    const line = bytes.toString('latin1', at, Math.min(next, at + 1_000)).trim();
    const isBase64 = line === '' || next - at > 1_000 || BASE64_LINE.test(line);
    if (footer === bytes.length && !isBase64) {
      if (digitsBefore === 0 || digitsBefore % 4 !== 0 || !(isPadded || SEPARATOR.test(line))) return bytes.length;
      footer = at;
    } else if (footer < bytes.length && isBase64 && line.length > MAX_WORD_LENGTH) return bytes.length;
    digitsBefore += line.length;
    if (line !== '') isPadded = line.endsWith('=');
    at = next;
  }
  return footer;
}

/** Some senders pad every line, so each padded unit is decoded separately. */
function base64(bytes: Buffer): Buffer {
  const pad = bytes.indexOf(61);
  const isPaddedWithin = pad >= 0 && !/^[=\s]*$/.test(bytes.toString('latin1', pad, pad + 1_000));
  return isPaddedWithin || bytes.length > MAX_TEXT_BYTES
    ? paddedBase64(bytes)
    : Buffer.from(bytes.toString('latin1'), 'base64');
}

const uuBegin = /^begin [0-7]{3,4} /;
const MAX_UU_NAME_BYTES = 1_000;

function uuHead(bytes: Buffer): { readonly name: Buffer; readonly start: number } | undefined {
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(10, at) + 1 || bytes.length;
    const found = uuBegin.exec(bytes.toString('latin1', at, Math.min(next, at + 20)));
    if (found)
      return { name: bytes.subarray(at + found[0].length, Math.min(next, at + MAX_UU_NAME_BYTES)), start: next };
    at = next;
  }
  return undefined;
}

/**
 * The first sign of each line tells its number of bytes, four signs for three bytes; the rest of the line is ignored.
 */
function uuDecode(bytes: Buffer): Buffer {
  const head = uuHead(bytes);
  if (!head) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = head.start; at < bytes.length; ) {
    const next = bytes.indexOf(10, at) + 1 || bytes.length;
    const first = (bytes[at]! - 32) & 63;
    if (first === 0 || bytes.toString('latin1', at, at + 3) === 'end') break;
    length += uuLine(bytes.subarray(at + 1, next), first, out, length);
    at = next;
  }
  return out.subarray(0, length);
}

/** Writes the bytes of one line to `out` from `start`; returns their number. */
function uuLine(line: Buffer, count: number, out: Buffer, start: number): number {
  const bits = (at: number): number => ((line[at] ?? 32) - 32) & 63;
  const most = Math.min(count, out.length - start);
  for (let index = 0; index < most; index += 1) {
    const at = Math.floor(index / 3) * 4;
    const pair = index % 3;
    out[start + index] = (bits(at + pair) << (2 + 2 * pair)) | (bits(at + pair + 1) >> (4 - 2 * pair));
  }
  return most;
}

function isUu(encoding: string): boolean {
  return /^\s*(?:x-)?uu(?:e|encoded?|code)?\s*$/i.test(encoding);
}

/** The bytes of the name inside an encoded file; empty if it has none. */
export function nameWithin(bytes: Buffer, encoding: string): Buffer {
  return (isUu(encoding) ? uuHead(bytes)?.name : undefined) ?? Buffer.alloc(0);
}

/** Decodes a Content-Transfer-Encoding; with an unknown one the bytes stay as they are. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return base64(bytes.subarray(0, afterBase64(bytes)));
  if (/quoted-?printable/i.test(encoding)) return quotedPrintable(bytes);
  if (isUu(encoding)) return uuDecode(bytes);
  return bytes;
}
