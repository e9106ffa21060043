import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { layoutOf } from '../../src/ui/layout.ts';
import type { Terminal } from '../harness/pty.ts';
import { createListener } from '../harness/terminal-language.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** All that a program writes to its terminal, and what of it the desk did not make. */
export interface Overheard {
  readonly onOutput: (bytes: Uint8Array) => void;
  /** How many pieces have come so far. */
  count(): number;
  bytes(): number;
  /** Fails with the first strangers on the wire. */
  expectOwnWordsOnly(): void;
}

/** Listens on a terminal from its first byte on. */
export function overhear(): Overheard {
  const listener = createListener();
  const heard = { count: 0, bytes: 0 };
  return {
    onOutput: bytes => {
      listener.hear(bytes);
      heard.count += 1;
      heard.bytes += bytes.length;
    },
    count: () => heard.count,
    bytes: () => heard.bytes,
    expectOwnWordsOnly: () => {
      expect(listener.strangers().slice(0, 5)).toEqual([]);
    },
  };
}

/** How long a key may go without any output before it counts as one that changes nothing, in ms. */
const SILENT_MS = 120;

/** Presses a key and waits until its result is on the screen; returns false if it draws nothing. */
export async function pressed(desk: Terminal, heard: Overheard, key: string, silentMs = SILENT_MS): Promise<boolean> {
  const before = heard.count();
  const giveUpAt = performance.now() + silentMs;
  desk.press(key);
  while (heard.count() === before) {
    if (performance.now() > giveUpAt) return false;
    await sleep(2);
  }
  await desk.settled(4);
  return true;
}

/** As `until` of the terminal, for what comes within milliseconds and is waited for a thousand times. */
async function soon(desk: Terminal, isTrue: () => boolean, what: string): Promise<void> {
  for (let count = 0; count < 50; count += 1) {
    if (isTrue()) return;
    await sleep(2);
  }
  await desk.until(isTrue, what);
}

/** Walls, rule and the blank edge columns stand as if no customer had ever written: nothing leaves its pane. */
export function expectPanesWhole(desk: Terminal, size: Size): void {
  const { panes, bodyRows } = layoutOf(size, { pane: 'detail', isWide: false, isStacked: false, ownLayouts: {} });
  const breaches: string[] = [];
  for (let y = 0; y < bodyRows; y += 1)
    for (const [index, { left, columns }] of panes.entries()) {
      if (index > 0 && desk.cell(left - 1, y).char !== '│') breaches.push(`wall at ${left - 1},${y}`);
      if (!/^ ?$/.test(desk.cell(left + columns - 1, y).char))
        breaches.push(`right edge at ${left + columns - 1},${y}`);
      if (!/^[ ▌▏·✓]?$/.test(desk.cell(left, y).char)) breaches.push(`left edge at ${left},${y}`);
    }
  for (let x = 0; x < size.columns; x += 1)
    if (desk.cell(x, bodyRows).char !== '─') breaches.push(`rule at ${x},${bodyRows}`);
  if (breaches.length > 0) throw new Error(`${breaches.slice(0, 8).join(', ')}\n${desk.text()}`);
}

/**
 * The conversation that the detail shows now; 0 for none. Read cell by cell, because its title may contain a wall too.
 */
function shownId(desk: Terminal, size: Size): number {
  const { left = 0 } =
    layoutOf(size, { pane: 'detail', isWide: false, isStacked: false, ownLayouts: {} }).panes.find(
      ({ pane }) => pane === 'detail',
    ) ?? {};
  const head = Array.from({ length: 12 }, (_, index) => desk.cell(left + index, 0).char).join('');
  return Number(/#(\d+)/.exec(head)?.[1] ?? 0);
}

export interface WalkOptions extends Size {
  /** Pages of one conversation that are looked at. */
  readonly pages: number;
  /** Told how many were looked at, now and then. */
  readonly progress?: (seen: number) => void;
}

/** Opens one conversation after the other with the keys in the detail, unfolds and scrolls each; returns those seen. */
export async function walkAll(desk: Terminal, heard: Overheard, options: WalkOptions): Promise<Set<number>> {
  const seen = new Set<number>();
  desk.press('open');
  await desk.until(() => shownId(desk, options) > 0, 'No conversation was opened');
  await desk.settled(50);
  for (;;) {
    const id = shownId(desk, options);
    if (seen.has(id)) return seen;
    seen.add(id);
    if (seen.size % 500 === 0) options.progress?.(seen.size);
    await readThrough(desk, heard, options);
    heard.expectOwnWordsOnly();
    if (!(await nextShown(desk, options, id))) return seen;
    await soon(desk, () => !desk.text().includes('Reading the conversation'), 'It was never read');
  }
}

/** How often the next conversation is asked for while the list is still being read. */
const MOST_TRIES = 200;

/** Goes on to the next conversation; returns false at the end. */
async function nextShown(desk: Terminal, size: Size, id: number): Promise<boolean> {
  const foot = () => desk.screen().at(-1)!;
  const isOver = () => foot().includes('This is the last conversation');
  const isLate = () => foot().includes('are still being read');
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    desk.press('conversation.next');
    await soon(desk, () => shownId(desk, size) !== id || isOver() || isLate(), `#${id} did not give way to the next`);
    if (isOver()) return false;
    if (shownId(desk, size) !== id) return true;
    await sleep(50);
  }
  throw new Error(`The list was never read on behind #${id}.\n${desk.text()}`);
}

async function readThrough(desk: Terminal, heard: Overheard, options: WalkOptions): Promise<void> {
  await desk.settled(4);
  expectPanesWhole(desk, options);
  for (let page = 1; page < options.pages; page += 1) {
    for (let fold = 0; fold < options.pages && desk.text().includes('Enter opens'); fold += 1)
      if (!(await pressed(desk, heard, 'enter'))) break;
    if (desk.text().includes(END_OF_THREAD) || !(await pressed(desk, heard, 'pgdn'))) return;
    expectPanesWhole(desk, options);
  }
}

/** What a note at the end of a conversation says, so that its end is known when it is seen. */
const END_OF_THREAD = 'end of thread.';
