import type { SafeText } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import { download } from './download.ts';

/** The beginning of an attachment; `isWhole`: it has no more. */
export interface Beginning {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Reads the first `maxBytes` of an attachment. Undefined if another one was asked for meanwhile, or the desk has ended.
 */
export async function readBeginning(
  desk: Desk,
  id: number,
  maxBytes: number,
): Promise<Beginning | { readonly problem: SafeText } | undefined> {
  const read = desk.reads.begin('beginning');
  let parts: Uint8Array[] = [];
  let length = 0;
  const sink = {
    write: async (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
      return length <= maxBytes;
    },
    restart: async () => {
      parts = [];
      length = 0;
    },
  };
  const done = await download(desk, id, sink, read.signal);
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('problem' in done) return done;
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: length <= maxBytes };
}
