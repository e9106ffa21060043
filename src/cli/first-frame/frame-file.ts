import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Painting } from '../../terminal/output/queue.ts';
import { isDrawn } from '../../terminal/output/way-in.ts';
import { readPrivate, writePrivate } from '../private-file.ts';
import type { Witness } from './witness.ts';

/** The desk's last frame, for the next start with the same arguments. */
export interface KeptFrame extends Painting {
  /** The target of a key while this frame is shown; see `aimOf`. */
  readonly aim: string;
  /** When it was drawn; milliseconds. */
  readonly asOf: number;
  /** From then on it is not shown any more; milliseconds. */
  readonly until: number;
  readonly witnesses: readonly Witness[];
  /** The token of the agent who saw it, as a salted hash, and the file that it was read from, if it was a file. */
  readonly token: { readonly hash: string; readonly file?: string | undefined } | null;
}

/** The frames of at most this many different starts are remembered. */
const MAX_FRAMES = 16;
/** No terminal is so large. */
const MAX_BYTES = 1_000_000;
const NAME = /^frame-[0-9a-f]{32}(?:\.\d+)?\.json$/;

/** The file of a start's frame in the state folder. */
export function framePath(parent: string, key: string): string {
  return join(parent, `frame-${key}.json`);
}

/** Reads a kept frame. Returns undefined if the file is missing or damaged. It does not check the witnesses. */
export function readFrame(path: string): KeptFrame | undefined {
  try {
    const text = readPrivate(path);
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (text.slice(0, end) !== hash('sha256', body)) return undefined;
    const frame = JSON.parse(body) as KeptFrame;
    return isDrawn(frame.bytes) ? frame : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it in place of the one before. Throws the error of the system. */
export function writeFrame(path: string, frame: KeptFrame): void {
  const body = JSON.stringify(frame);
  if (body.length > MAX_BYTES) return;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
  writePrivate(path, `${hash('sha256', body)}\n${body}`, {
    unfinished: path.replace(/json$/, `${process.pid}.json`),
    // A loss of power may take it.
    flush: false,
  });
  if (isNew) forgetOldest(folder);
}

/** Removes all kept frames, or those that have this witness. Returns how many bytes they took. */
export function clearFrames(folder: string, witness?: string): number {
  const isOf = (path: string): boolean => readFrame(path)?.witnesses.some(one => one.path === witness) !== false;
  return framesIn(folder).reduce((bytes, { path, size }) => {
    if (witness !== undefined && !isOf(path)) return bytes;
    rmSync(path, { force: true });
    return bytes + size;
  }, 0);
}

function forgetOldest(folder: string): void {
  const newestFirst = framesIn(folder).sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { path } of newestFirst.slice(MAX_FRAMES)) rmSync(path, { force: true });
}

function framesIn(folder: string) {
  return namesIn(folder).flatMap(name => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, size: stat.size, mtimeMs: stat.mtimeMs }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => NAME.test(name));
  } catch {
    return [];
  }
}
