/** Large answers are read one after the other, so that many at once do not fill the memory. */
export interface LargeAnswers {
  /** Resolves when no other large answer is being read, with a function that lets the next one begin. */
  enter(): Promise<() => void>;
}

/** The queue of one help center's large answers. */
export function createLargeAnswers(): LargeAnswers {
  let last: Promise<void> = Promise.resolve();
  return {
    enter: async () => {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      await before;
      return turn.resolve;
    },
  };
}

/** The largest answer after decompression, in bytes. */
const MAX_BYTES = 32 * 1_024 * 1_024;

/** An answer of this many bytes or more is large. */
const LARGE_BYTES = 1_024 * 1_024;

/** The most values in the JSON of an answer: an empty object takes 2 bytes to send and 56 to hold. */
const MAX_VALUES = 1_000_000;

/**
 * The most objects among them: from an object with only an id the desk makes a whole resource with every missing field.
 */
const MAX_OBJECTS = 40_000;

/** The shortest object is `{}`, and a comma separates it from the next one. */
const BYTES_OF_AN_OBJECT = 3;

/** An answer beyond a limit; the message names the limit, as the end of a sentence about the answer. */
export class AnswerTooLarge extends Error {}

function tooLong() {
  return new AnswerTooLarge('is larger than 32 MiB');
}
function tooMany() {
  return new AnswerTooLarge('holds more than the desk can take in at once');
}

/** Counts until a limit is passed. The contents of texts do not count. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length < MAX_OBJECTS * BYTES_OF_AN_OBJECT) return false;
  let values = 0;
  let objects = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (isText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
    if (byte === 0x7b && !isText) objects += 1;
    if (values > MAX_VALUES || objects > MAX_OBJECTS) return true;
  }
  return false;
}

/** Bytes in one piece that grows in place. Its memory is freed at once, without waiting for the garbage collector. */
class Piece {
  readonly #buffer = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
  readonly #bytes = new Uint8Array(this.#buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.byteLength)
      this.#buffer.resize(Math.min(MAX_BYTES, Math.max(needed, 2 * this.#buffer.byteLength)));
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  text(): string {
    const bytes = this.#bytes.subarray(0, this.#length);
    if (hasTooManyValues(bytes)) throw tooMany();
    return new TextDecoder().decode(bytes);
  }

  free(): void {
    this.#buffer.resize(0);
  }
}

/** The facts for reading an answer besides its body. */
export interface AnswerReading {
  readonly large: LargeAnswers;
  /** Called at each part that comes, with its bytes. */
  readonly alive: (bytes: number) => void;
  /** Waits for the turn among large answers: nothing is read meanwhile, and silence means nothing. */
  readonly unhurried: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Reads an answer to its end. Throws `AnswerTooLarge` and stops reading at the first byte beyond 32 MiB, decompressed;
 * also for JSON of more than a million values or 40,000 objects.
 */
export async function readAnswer(body: ReadableStream<Uint8Array> | null, reading: AnswerReading): Promise<string> {
  if (!body) return '';
  const { large, alive, unhurried } = reading;
  const reader = body.getReader();
  const piece = new Piece();
  let leave: (() => void) | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return piece.text();
      alive(value.length);
      if (piece.length + value.length > MAX_BYTES) throw tooLong();
      if (piece.length + value.length > LARGE_BYTES) leave ??= await unhurried(large.enter());
      piece.add(value);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    piece.free();
    leave?.();
  }
}
