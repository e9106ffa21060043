import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SourceFile } from './find.ts';

/** The longest mail that is taken, of an archive or live. */
export const MAX_MAIL_BYTES = 50 * 1_024 * 1_024;

const CHUNK_BYTES = 1_024 * 1_024;
const UNPACKED_CHUNK_BYTES = 256 * 1_024;

/** Bytes that come in pieces; their beginning can be looked at before they are read. */
export class Chunks implements AsyncIterable<Buffer> {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #size = 0;
  #isEnd = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The first `limit` bytes, or all if there are fewer. */
  async head(limit: number): Promise<Buffer> {
    return (await this.#gather(limit)).subarray(0, limit);
  }

  /** All bytes; of more than `limit` only a beginning that is longer. */
  whole(limit: number): Promise<Buffer> {
    return this.#gather(limit + 1);
  }

  async #gather(most: number): Promise<Buffer> {
    while (!this.#isEnd && this.#size < most) {
      const next = await this.#source.next();
      if (next.done) this.#isEnd = true;
      else {
        this.#held.push(next.value);
        this.#size += next.value.length;
      }
    }
    if (this.#held.length > 1) this.#held = [Buffer.concat(this.#held)];
    return this.#held[0] ?? Buffer.alloc(0);
  }

  /** All bytes from the beginning; nothing can be looked at afterwards. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      const held = this.#held;
      this.#held = [];
      yield* held;
      while (!this.#isEnd) {
        const next = await this.#source.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** The bytes without the first `count`. */
export async function* skipBytes(count: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* bytesOfFile(path: string | Buffer, from: Buffer): AsyncGenerator<Buffer> {
  if (from.length > 0) yield from;
  const file = await open(path, 'r');
  try {
    // For each small file, a buffer as large as for mailboxes would keep the garbage collector busy.
    const most = Math.min(CHUNK_BYTES, Math.max(0, (await file.stat()).size - from.length) + 1);
    for (let at = from.length; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* counting(chunks: AsyncIterable<Buffer>, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The bytes of a source whose beginning `head` is read already. */
export function sourceBytes(
  { path, size, stream }: SourceFile,
  head: Buffer,
  onBytes: (count: number) => void,
  signal: AbortSignal | undefined,
): Chunks {
  if (stream === 'pipe') return new Chunks(createReadStream(path, { signal }));
  if (stream) return new Chunks(signal ? addAbortSignal(signal, stream) : stream);
  return new Chunks(counting(head.length === size ? oneChunk(head) : bytesOfFile(path, head), onBytes));
}

/** Whether bytes are compressed with gzip. */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Compressed bytes may grow this many times; mail seldom grows ten times. */
const MAX_GROWTH = 100;
/** Less than this is never too much. */
const SMALL_BYTES = 1_024 * 1_024;

/** Compressed bytes grow more than `MAX_GROWTH` times, and the user has not allowed it. */
export class GrowsTooMuch extends Error {}

/**
 * The bytes that gzip compressed, at any size in little memory. `size` is their number while compressed; of a stream it
 * is what has arrived. `mayGrow` decides once whether they may grow more than `MAX_GROWTH` times; otherwise it throws.
 */
export async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  size = 0,
  mayGrow: () => Promise<boolean> = async () => true,
): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: UNPACKED_CHUNK_BYTES });
  let [packed, grown, isAllowed] = [0, 0, false];
  const arriving = counting(chunks, count => {
    packed += count;
  });
  // Its reader gets the error too.
  pipeline(Readable.from(arriving), gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip) {
      grown += chunk.length;
      if (!isAllowed && grown > Math.max(SMALL_BYTES, MAX_GROWTH * Math.max(size, packed))) {
        isAllowed = await mayGrow();
        if (!isAllowed) throw new GrowsTooMuch();
      }
      yield chunk;
    }
  } finally {
    gunzip.destroy();
  }
}
