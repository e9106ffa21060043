import { resolve } from 'node:path';
import { lockFile } from '../../../center/database/backup/lock.ts';
import { safeLine } from '../../../text/safe.ts';
import { viewsName } from '../../kept/names.ts';
import { orSentence } from '../../open-center.ts';
import { readPrivate, writePrivate } from '../../private-file.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { cursorText, type EventCursor, readEventCursor } from './event.ts';

/** Keeps how far the events of one help center have come. No other process uses the file meanwhile. */
export interface CursorFile {
  /** Its content when it was opened; undefined if it did not exist. */
  readonly kept: EventCursor | undefined;
  /** Keeps a cursor in place of the former one, safely on the disk. */
  write(cursor: EventCursor): void;
  close(): void;
}

/** Opens it for a help center (its address, or its database). Throws a sentence if it cannot be used. */
export async function openCursorFile(named: string, center: string): Promise<CursorFile> {
  const path = resolve(named);
  const busy = `Another frontdesk events uses ${safeLine(path)}. Nothing was done: each needs a cursor file of its own.`;
  const close = await orSentence(Promise.resolve().then(() => lockFile(`${path}.lock`, busy)));
  // Of the help center only a hash: an address may have a password in it.
  const of = viewsName(center).slice('views-'.length);
  try {
    const kept = cursorOf(path, textIn(path), of);
    return { kept, close, write: cursor => keep(path, `${cursorText(cursor)} ${of}\n`) };
  } catch (error) {
    close();
    throw error;
  }
}

function textIn(path: string): string | undefined {
  try {
    return readPrivate(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ShellError(`${safeLine(path)} ${(error as Error).message}. Nothing was done.`, exitCode.failed);
  }
}

function cursorOf(path: string, text: string | undefined, of: string): EventCursor | undefined {
  if (text === undefined) return undefined;
  const [, cursor = '', center] = /^(\S+) (\w+)\n$/.exec(text) ?? [];
  const kept = readEventCursor(cursor);
  if (kept && center === of) return kept;
  const what = kept ? 'has the cursor of another help center' : 'is damaged, or is not a cursor file';
  throw new ShellError(
    `${safeLine(path)} ${what}. Nothing was done. Name another file, or remove it and say where to begin: ` +
      '--since with the id of the last event that was handled, start or now.',
    exitCode.failed,
  );
}

function keep(path: string, text: string): void {
  try {
    writePrivate(path, text);
  } catch (error) {
    throw new ShellError(
      `How far it came could not be kept: ${safeLine(path)} ${(error as Error).message}. It stopped; the next start ` +
        'begins with what the file has, so that an event may come again and none is left out.',
      exitCode.failed,
    );
  }
}
