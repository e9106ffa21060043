/** The most of a body that a list returns, in bytes of UTF-8. */
export const MAX_LISTED_BYTES = 256 * 1024;

const PREVIEW_LENGTH = 140;

/** The beginning of a text that fits into `bytes` of UTF-8, without half a character; undefined if all of it fits. */
export function cutToBytes(text: string, bytes: number): string | undefined {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return undefined;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}

/** The first 140 characters of a message as one line. */
export function previewOf(text: string): string {
  // Most of a text may be blanks, so the length read first is only a guess.
  const line = [text.slice(0, 4_096), text]
    .map(part => part.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim())
    .find((part, index) => index === 1 || part.length >= PREVIEW_LENGTH * 2)!;
  return [...line.slice(0, PREVIEW_LENGTH * 2)].slice(0, PREVIEW_LENGTH).join('').trimEnd();
}
