import { createCipheriv, createHash } from 'node:crypto';

const START_MS = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;
/** How many bytes a line of base64 holds. */
const LINE_BYTES = 57;

/** What a letter is like, beside its number. */
export interface LetterOptions {
  /** The address that it is written to. */
  readonly to?: string;
  /** When it was written, in milliseconds since 1970; by default a minute after the one before, in January 2025. */
  readonly at?: number;
  /** The size of an attached file. */
  readonly fileBytes?: number;
}

/** The Message-ID of a letter. */
export function letterId(number: number): string {
  return `m${number}@customer.example`;
}

/** The address that a letter is from: one of 500 customers. */
export function letterFrom(number: number): string {
  return `c${Math.floor(number / 4) % 500}@customer.example`;
}

/** Bytes that cannot be compressed, as those of most files that are sent; the same for the same number. */
function noise(number: number, bytes: number): Buffer {
  const key = createHash('sha256').update(`${number}`).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}

function* file(number: number, bytes: number): Generator<string> {
  yield* [
    '--parts',
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="order-${number}.bin"`,
    'Content-Transfer-Encoding: base64',
    '',
  ];
  const content = noise(number, bytes);
  for (let at = 0; at < bytes; at += LINE_BYTES) yield content.toString('base64', at, at + LINE_BYTES);
  yield '--parts--';
}

/**
 * A mail of a customer, with lines that end in CRLF. Every fourth one answers the one before, which the same customer
 * wrote; their texts are of 200 bytes to 8 kB.
 */
export function letter(number: number, options: LetterOptions = {}): string {
  const { to = 'help@shop.example', at = START_MS + number * MINUTE_MS, fileBytes } = options;
  const isAnswer = number % 4 === 1;
  const text = `The lantern of order ${number} came broken.\r\n`.repeat(5 + ((number * 7) % 200));
  const head = [
    `From: Customer <${letterFrom(number)}>`,
    `To: ${to}`,
    `Subject: Topic ${number - (isAnswer ? 1 : 0)}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Message-ID: <${letterId(number)}>`,
    ...(isAnswer ? [`In-Reply-To: <${letterId(number - 1)}>`] : []),
  ];
  if (fileBytes === undefined) return [...head, '', text].join('\r\n');
  const parts = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=parts', '', '--parts', '', text];
  return [...head, ...parts, ...file(number, fileBytes), ''].join('\r\n');
}
