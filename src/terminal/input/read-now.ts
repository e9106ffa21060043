import { closeSync, constants, openSync, readSync } from 'node:fs';

/** The terminal's input, read without waiting. */
export interface InputNow {
  /** The unread input, at most 1 KiB of it; empty if there is none. Throws if the terminal is gone. */
  read(): Uint8Array;
  close(): void;
}

/** Opens it on a descriptor of its own that does not block: Node's own is not read before the next turn. */
export function openInputNow(): InputNow {
  const input = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  return { read: () => readSome(input), close: () => closeSync(input) };
}

function readSome(input: number): Uint8Array {
  const buffer = Buffer.alloc(1024);
  try {
    const length = readSync(input, buffer);
    if (length === 0) throw new Error('The terminal is closed.');
    return buffer.subarray(0, length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return buffer.subarray(0, 0);
  }
}

/** All that was typed by now and not read yet; nothing if the terminal is gone. */
export function typedByNow(): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let input: InputNow | undefined;
  try {
    input = openInputNow();
    for (let piece = input.read(); piece.length > 0; piece = input.read()) pieces.push(piece);
  } catch {
    // There is no terminal.
  } finally {
    input?.close();
  }
  return pieces;
}
