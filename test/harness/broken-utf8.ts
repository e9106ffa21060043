/** Beginnings of UTF-8 sequences: none, too long ones, cut short, halves of pairs, beyond Unicode. */
const BEGINNINGS = [[], [0xc0], [0xc2], [0xe0, 0x80], [0xe2, 0x82], [0xed, 0xa0], [0xf0, 0x90, 0x80], [0xf4], [0xff]];
const ERASE = [...Buffer.from('[2J\n')];

/** A line for every byte (except a line feed) after each beginning, followed by the rest of an escape sequence. */
export const BROKEN_UTF8 = new Uint8Array(
  BEGINNINGS.flatMap(beginning =>
    Array.from({ length: 256 }, (_, byte) => [0x61, ...beginning, byte === 0x0a ? 0x0d : byte, ...ERASE]).flat(),
  ),
);
