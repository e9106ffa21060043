import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { createEmulator, type Emulator } from './emulator.ts';
import { createDirection } from './measured-line.ts';
import type { Size } from './wire-desk.ts';

/** A line between terminal and program. */
export interface Line {
  readonly bytesPerSecond: number;
  /** There and back. */
  readonly roundTripMs: number;
}

export interface RideOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly size: Size;
  readonly line: Line;
  /** The width of the list, in columns from the left. */
  readonly columnsSeen: number;
}

export interface Ride {
  /** From the last press until the list is in its final state. */
  readonly lagMs: number;
  /** Bytes written from the first press until the end. */
  readonly bytes: number;
  /** The screen in the end. */
  readonly screen: readonly string[];
}

const PRESSES = 90;
const PRESS_MS = 1000 / 30;
/** So finely the line is cut: a piece takes 13 ms at 1,200 bytes a second. */
const PIECE = 16;

/** `j` held for three seconds, 30 presses a second, on a desk over the line. */
export async function holdDown(options: RideOptions): Promise<Ride> {
  const shaped = openShaped(options);
  await shaped.until(text => text.includes('The whole story'), 30_000);
  await shaped.quiet(2_500);
  const began = performance.now();
  const bytesBefore = shaped.bytes();
  for (let press = 0; press < PRESSES; press++) {
    await sleep(Math.max(0, began + press * PRESS_MS - performance.now()));
    shaped.press('j');
  }
  const lastPress = performance.now();
  await shaped.quiet(4_000);
  const ride = { lagMs: shaped.seenAt() - lastPress, bytes: shaped.bytes() - bytesBefore, screen: shaped.screen() };
  shaped.close();
  return ride;
}

/**
 * A program on a pty behind an SSH connection: what it writes is taken at once into a queue without end, drained at the
 * line's rate, and is with the terminal half a round trip later; the terminal answers once it has processed it.
 */
function openShaped({ command, args, env, size, line, columnsSeen }: RideOptions) {
  const oneWayMs = line.roundTripMs / 2;
  const pty = spawn(command, [...args], {
    name: 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    env: { ...env },
    encoding: null,
  });
  const emulator = createEmulator(size.columns, size.rows, answer => later(oneWayMs, () => pty.write(answer)));
  const watched = watch(emulator, size, columnsSeen);
  // A character may be cut in two, and the emulator loses some that are.
  const decoder = new TextDecoder();
  const direction = createDirection({ bytesPerSecond: line.bytesPerSecond, oneWayMs });
  let [bytes, arrivedAt] = [0, performance.now()];
  let isOpen = true;
  const later = (ms: number, run: () => void) => setTimeout(() => isOpen && run(), ms);
  pty.onData(data => {
    const chunk = data as unknown as Buffer;
    bytes += chunk.length;
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      direction.send(piece.length, 0, () => {
        arrivedAt = performance.now();
        emulator.write(decoder.decode(piece, { stream: true }), watched.look);
      });
    }
  });
  return {
    press: (key: string) => void later(oneWayMs, () => pty.write(key)),
    bytes: () => bytes,
    screen: emulator.screen,
    seenAt: watched.seenAt,
    /** When the last bytes came. */
    arrivedAt: () => arrivedAt,
    until: async (isTrue: (text: string) => boolean, withinMs: number) => {
      const giveUpAt = performance.now() + withinMs;
      while (!isTrue(emulator.screen().join('\n'))) {
        if (performance.now() > giveUpAt) throw new Error(`The desk never came:\n${emulator.screen().join('\n')}`);
        await sleep(20);
      }
    },
    /** Resolves when nothing has come for so long and nothing is under way. */
    quiet: async (ms: number) => {
      while (direction.waitMs() > 0 || arrivedAt + oneWayMs + ms > performance.now()) await sleep(20);
    },
    close: () => {
      isOpen = false;
      direction.end();
      process.kill(pty.pid, 'SIGKILL');
      emulator.dispose();
    },
  };
}

/** Remembers since when the left part of the screen has looked as it does, bar or marker with it. */
function watch(emulator: Emulator, size: Size, columns: number) {
  let shown = '';
  let since = 0;
  const left = Array.from({ length: columns }, (_, x) => x);
  return {
    look: () => {
      const rows = Array.from({ length: size.rows - 3 }, (_, y) => left.map(x => emulator.cell(x, y + 1)));
      const now = rows.map(row => row.map(({ char, inverse }) => `${char}${inverse ? '#' : ''}`).join('')).join('\n');
      if (now === shown) return;
      shown = now;
      since = performance.now();
    },
    seenAt: () => since,
  };
}
