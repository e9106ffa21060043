import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import type { IUnicodeVersionProvider } from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { type ControlListener, createControlListener } from './control-functions.ts';
import { type Cell, createEmulator, type Emulator } from './emulator.ts';
import { keyBytes, pasteBytes } from './key-bytes.ts';
import { keysFor, type Pressed } from './key-names.ts';
import type { TerminalModes } from './modes.ts';

const LOOK_EVERY_MS = 8;
/** For what never comes: no machine is so slow. */
const A_MINUTE_MS = 60_000;

export interface OpenTerminalOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the program (see `deskEnvironment`). TERM is `xterm-256color` unless it says otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** The delay of the terminal's answers, in ms (0); everything else passes at once. */
  readonly answersAfterMs?: number;
  /** Called with every piece of output as it leaves the program, before the emulator sees it. */
  readonly onOutput?: (bytes: Uint8Array) => void;
  /** The keys of an action, by its id, if they are not the default ones. */
  readonly keysFor?: (name: string) => readonly string[] | undefined;
  /** The terminal's own table of widths. */
  readonly widths?: IUnicodeVersionProvider;
  /** A program that is not ours writes here too, and knows this terminal alone. */
  readonly isForeign?: boolean;
}

/** How the program ended: `signal` is 0 unless a signal killed it. */
export interface Exit {
  readonly exitCode: number;
  readonly signal: number;
}

type Sought = string | RegExp;

/** A program on a real pty, seen through a real terminal emulator. */
export interface Terminal {
  readonly pid: number;
  /** Sends raw bytes in one write. */
  type(keys: string): void;
  /** Presses the keys of actions, by their ids, and others named as in `Key`, each in a separate write. */
  press<Name extends string>(...names: Pressed<Name>[]): void;
  /** Pastes in brackets, as a terminal does if the program asked for it. */
  paste(text: string): void;
  /** The rows now on the screen, trimmed at the right. */
  screen(): readonly string[];
  text(): string;
  cursor(): { x: number; y: number; visible: boolean };
  cell(x: number, y: number): Cell;
  modes(): TerminalModes;
  /** Waits until the current screen holds it; fails with the screen after `within` ms (a minute). */
  sees(sought: Sought, options?: { within?: number }): Promise<void>;
  /** Waits until the current screen no longer holds it; fails with the screen after `within` ms (a minute). */
  seesNot(sought: Sought, options?: { within?: number }): Promise<void>;
  /** Waits until `isTrue` returns true for this terminal. */
  until(isTrue: () => boolean, what: string, options?: { within?: number }): Promise<void>;
  /** The first row that contains it, at once; throws with the screen if no row does. */
  row(sought: Sought): { y: number; text: string };
  /** Bytes the program has written since the last `resetBytes`. */
  bytes(): number;
  resetBytes(): void;
  /** What the program has written since the last `resetBytes`, raw. */
  output(): string;
  /** Waits until the program has written nothing for `quietMs` (100) and all of it is on the screen. */
  settled(quietMs?: number): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The link stands still: nothing the program writes is taken, until `flow`. */
  stall(): void;
  flow(): void;
  /** Waits for the end of the program; fails after `within` ms (a minute). */
  exit(options?: { within?: number }): Promise<Exit>;
  /** The program's child processes, by pid. */
  children(): number[];
  kill(signal: NodeJS.Signals): void;
  /** Closes the terminal as a lost link does: the program gets SIGHUP, its reads and writes fail. */
  hangUp(): void;
  /** Kills what is left and closes the pty; called automatically at the end of the test. */
  close(): void;
}

interface Recording {
  chunks: Buffer[];
  lastOutputAt: number;
  undrawn: number;
  exit: Exit | undefined;
  readonly controls: ControlListener;
}

/**
 * Starts a program on a pty of 80x24 (or as told) and returns the hands and eyes to drive it. A test fails if the program
 * has written a control function that some terminal does not know.
 */
export function openTerminal(options: OpenTerminalOptions): Terminal {
  const { columns = 80, rows = 24, answersAfterMs = 0 } = options;
  const pty = spawn(options.command, [...(options.args ?? [])], {
    name: options.env?.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd: options.cwd ?? process.cwd(),
    env: { ...(options.env ?? {}) },
    encoding: null,
  });
  const recording: Recording = {
    chunks: [],
    lastOutputAt: performance.now(),
    undrawn: 0,
    exit: undefined,
    controls: createControlListener(),
  };
  const write = (answer: string) => recording.exit ?? pty.write(answer);
  const answer = (bytes: string) => (answersAfterMs > 0 ? setTimeout(write, answersAfterMs, bytes) : write(bytes));
  const emulator = createEmulator(columns, rows, answer, options.widths);
  record(pty, emulator, recording, options.onOutput);
  const terminal = {
    ...hands(pty, emulator, recording, options.keysFor),
    ...eyes(emulator, recording),
    ...life(pty, recording),
  };
  closeAfterTest(() => {
    terminal.close();
    const unknown = options.isForeign ? [] : recording.controls.unknown();
    if (unknown.length > 0) throw new Error(`Some terminals do not know what was written: ${unknown.join(', ')}`);
  });
  return terminal;
}

function record(pty: IPty, emulator: Emulator, recording: Recording, onOutput?: (bytes: Uint8Array) => void): void {
  // With `encoding: null` the pty gives Buffers, though its types say string.
  pty.onData(data => {
    const bytes = data as unknown as Buffer;
    recording.chunks.push(bytes);
    recording.lastOutputAt = performance.now();
    recording.undrawn += 1;
    recording.controls.hear(bytes);
    onOutput?.(bytes);
    emulator.write(bytes, () => {
      recording.undrawn -= 1;
    });
  });
  pty.onExit(({ exitCode, signal }) => {
    recording.exit = { exitCode, signal: signal ?? 0 };
  });
}

function hands(pty: IPty, emulator: Emulator, recording: Recording, keysOf: OpenTerminalOptions['keysFor']) {
  const write = (bytes: string) => {
    if (recording.exit) throw new Error(`The program has ended (${describeExit(recording.exit)}): it takes no keys.`);
    pty.write(bytes);
  };
  return {
    type: write,
    press: (...names: string[]) => {
      for (const name of names.flatMap(one => keysOf?.(one) ?? keysFor(one))) write(keyBytes(name));
    },
    paste: (text: string) => write(pasteBytes(text)),
    resize: (columns: number, rows: number) => {
      emulator.resize(columns, rows);
      pty.resize(columns, rows);
    },
    stall: () => pty.pause(),
    flow: () => pty.resume(),
  };
}

function eyes(emulator: Emulator, recording: Recording) {
  let last = { rows: emulator.screen(), text: emulator.screen().join('\n') };
  const text = () => {
    const rows = emulator.screen();
    if (rows !== last.rows) last = { rows, text: rows.join('\n') };
    return last.text;
  };
  const fail = (what: string) => new Error(`${what}\n${picture(emulator, recording)}`);
  const until = (isTrue: () => boolean, what: string, { within = A_MINUTE_MS } = {}) =>
    poll(isTrue, within, () => fail(`${what} (waited ${within} ms)`));
  return {
    screen: emulator.screen,
    cursor: emulator.cursor,
    cell: emulator.cell,
    modes: emulator.modes,
    text,
    until,
    sees: (sought: Sought, options?: { within?: number }) =>
      until(() => holds(text(), sought), `The screen never showed ${quote(sought)}`, options),
    seesNot: (sought: Sought, options?: { within?: number }) =>
      until(() => !holds(text(), sought), `The screen still shows ${quote(sought)}`, options),
    row: (sought: Sought) => {
      const rows = emulator.screen();
      const y = rows.findIndex(row => holds(row, sought));
      if (y < 0) throw fail(`No row holds ${quote(sought)}`);
      return { y, text: rows[y] as string };
    },
    bytes: () => recording.chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    resetBytes: () => {
      recording.chunks = [];
    },
    output: () => Buffer.concat(recording.chunks).toString('utf8'),
    settled: (quietMs = 100) =>
      poll(
        () => recording.undrawn === 0 && performance.now() - recording.lastOutputAt >= quietMs,
        quietMs + A_MINUTE_MS,
        () => fail(`The program never fell silent for ${quietMs} ms`),
      ),
  };
}

function life(pty: IPty, recording: Recording) {
  const kill = (signal: NodeJS.Signals) => {
    if (!recording.exit) process.kill(pty.pid, signal);
  };
  const ended = (within: number) =>
    poll(
      () => recording.exit !== undefined && recording.undrawn === 0,
      within,
      () => new Error(`The program (pid ${pty.pid}) has not ended within ${within} ms.`),
    );
  return {
    pid: pty.pid,
    kill,
    exit: async ({ within = A_MINUTE_MS } = {}) => {
      await ended(within);
      return recording.exit as Exit;
    },
    children: () => childrenOf(pty.pid),
    hangUp: () => (pty as IPty & { destroy(): void }).destroy(),
    close: () => {
      if (recording.exit) return;
      for (const pid of [...childrenOf(pty.pid), pty.pid]) killQuietly(pid);
      (pty as IPty & { destroy(): void }).destroy();
    },
  };
}

async function poll(isTrue: () => boolean, withinMs: number, failure: () => Error): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > giveUpAt) throw failure();
    await sleep(LOOK_EVERY_MS);
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

function closeAfterTest(close: () => void): void {
  try {
    onTestFinished(close);
  } catch {
    // Outside a test, the caller closes it.
  }
}

function holds(text: string, sought: Sought): boolean {
  return typeof sought === 'string' ? text.includes(sought) : new RegExp(sought.source, sought.flags).test(text);
}

function quote(sought: Sought): string {
  return typeof sought === 'string' ? JSON.stringify(sought) : String(sought);
}

function describeExit({ exitCode, signal }: Exit): string {
  return signal ? `signal ${signal}` : `exit code ${exitCode}`;
}

function picture(emulator: Emulator, recording: Recording): string {
  const rows = emulator.screen();
  const { x, y, visible } = emulator.cursor();
  const edge = '─'.repeat(Math.max(20, ...rows.map(row => row.length)));
  const end = recording.exit ? `ended with ${describeExit(recording.exit)}` : 'running';
  return `┌${edge}\n${rows.map(row => `│${row}`).join('\n')}\n└${edge}\ncursor ${x},${y}${visible ? '' : ' (hidden)'}, program ${end}`;
}
