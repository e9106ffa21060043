import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from './pty.ts';

/** What something cost on the wire. */
export interface Cost {
  /** Bytes that the program wrote. */
  readonly bytes: number;
  /** Bytes of the text in the cells that are other ones now, or look otherwise: no way of drawing needs fewer. */
  readonly floor: number;
}

export interface CostOptions {
  /** It is over once nothing was written for so long (50 ms). */
  readonly quietMs?: number;
  /** So long the first byte is waited for (1000 ms). */
  readonly withinMs?: number;
  /** It is not over before the screen holds this, however long the program is silent meanwhile. */
  readonly sees?: string | RegExp;
  /** False spares the comparison of the screens; the floor is then 0. */
  readonly hasFloor?: boolean;
}

/** What an act (keys pressed) makes the program write until it falls silent. */
export async function costOf(
  terminal: Terminal,
  size: ScreenSize,
  act: () => void,
  { quietMs = 50, withinMs = 1000, sees = '', hasFloor = true }: CostOptions = {},
): Promise<Cost> {
  const before = hasFloor ? screenOf(terminal, size) : [];
  terminal.resetBytes();
  act();
  const giveUpAt = performance.now() + withinMs;
  while (terminal.bytes() === 0 && performance.now() < giveUpAt) await sleep(2);
  await terminal.sees(sees);
  await terminal.settled(quietMs);
  const bytes = terminal.bytes();
  return { bytes, floor: hasFloor ? changedText(before, screenOf(terminal, size)) : 0 };
}

interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

interface Seen {
  readonly text: string;
  readonly look: string;
}

/** The screen cell by cell; of a blank only its visible style counts. */
export function screenOf(terminal: Terminal, { columns, rows }: ScreenSize): readonly Seen[] {
  return Array.from({ length: columns * rows }, (_, index) => {
    const { char, width, ...look } = terminal.cell(index % columns, Math.floor(index / columns));
    const isBlank = char === '' || char === ' ';
    const shown = isBlank ? [look.inverse, look.underline, look.background] : Object.values(look);
    return { text: isBlank ? (width === 0 ? '' : ' ') : char, look: shown.join() };
  });
}

/** The bytes of the text in the cells in which two screens differ. */
export function changedText(before: readonly Seen[], after: readonly Seen[]): number {
  return after.reduce((sum, { text, look }, index) => {
    const old = before[index]!;
    return old.text === text && old.look === look ? sum : sum + Buffer.byteLength(text);
  }, 0);
}
