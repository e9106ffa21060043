import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cell } from './emulator.ts';
import { launcher } from './launcher.ts';
import { openTerminal, type Terminal } from './pty.ts';
import { deskEnvironment } from './temporary.ts';

/** A screen as the guides show it: its rows of cells, from the top. */
export type Shown = readonly (readonly Cell[])[];

const COLUMNS = 120;
const ROWS = 20;
const CLOCK_STANDS_AT = '2026-11-21T12:00:00Z';
const STILL_CLOCK = fileURLToPath(new URL('still-clock.ts', import.meta.url));
/** Marks two conversations and goes on to one that has an answer and a note. */
const KEYS = ['j', 'x', 'j', 'x', ...'jjjjjj'];

/**
 * The built desk in `folder`, on the sample conversations that `npm start` shows, after `KEYS`. The seed is the sample's
 * own and the clock stands still: every run gives the same cells.
 */
export async function showDesk(folder: string): Promise<Shown> {
  const env = deskEnvironment(folder, { CLOCK_STANDS_AT });
  const program = ['--import', STILL_CLOCK, launcher];
  const database = ['--database', `${folder}/center.db`];
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [...program, ...args, ...database], { env });
  await run('sample');
  // The agent's name is that of the machine's user.
  await run('api', 'PUT', '/me', '--body', '{"name": "Robin Vale"}');
  const command = { command: process.execPath, args: [...program, ...database], env };
  const desk = openTerminal({ ...command, columns: COLUMNS, rows: ROWS });
  await desk.sees('#240');
  desk.press(...KEYS);
  for (const sought of ['2 marked', '#228', 'NOTE', 'Mine 0']) await desk.sees(sought);
  await desk.settled(300);
  const shown = cellsOf(desk);
  desk.close();
  return shown;
}

function cellsOf(desk: Terminal): Shown {
  return Array.from({ length: ROWS }, (_, y) => Array.from({ length: COLUMNS }, (_, x) => desk.cell(x, y)));
}

/** The screen as text, a row a line, trimmed at the right. */
export function textOf(shown: Shown): string {
  const row = (cells: readonly Cell[]) => cells.map(({ char, width }) => (width === 0 ? '' : char || ' ')).join('');
  return shown.map(cells => row(cells).trimEnd()).join('\n');
}
