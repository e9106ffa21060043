import { EventEmitter } from 'node:events';

/** The size that the stand-in reports, and the receiver of its writes. */
export interface InkStdoutOptions {
  readonly columns: () => number;
  readonly rows: () => number;
  /** Receives each chunk that Ink writes, except the empty one that Ink writes only to wait. */
  readonly onChunk: (chunk: string) => void;
}

type Done = (error?: Error | null) => void;

/**
 * A stand-in for a terminal's write stream, for Ink's `stdout` option. Every write calls back at once, because Ink's
 * exit and resume wait for it; a frame that is not drawn yet is drawn later or replaced by a newer one.
 */
export function createInkStdout({ columns, rows, onChunk }: InkStdoutOptions): NodeJS.WriteStream {
  const take = (chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (text !== '') onChunk(text);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback !== undefined) queueMicrotask(() => callback());
    return true;
  };
  const stream = new EventEmitter();
  const end = (chunk?: string | Uint8Array | Done, encoding?: BufferEncoding | Done, done?: Done): unknown => {
    const callback = [chunk, encoding, done].find(argument => typeof argument === 'function');
    take(typeof chunk === 'function' || chunk === undefined ? '' : chunk, callback);
    return stream;
  };
  Object.defineProperties(stream, {
    columns: { get: columns, enumerable: true },
    rows: { get: rows, enumerable: true },
  });
  return Object.assign(stream, {
    isTTY: true,
    writable: true,
    writableEnded: false,
    destroyed: false,
    write: take,
    end,
  }) as unknown as NodeJS.WriteStream;
}
