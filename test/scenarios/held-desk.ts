import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { MODES_AT_REST } from '../harness/modes.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import type { Backstage } from './open-desk.ts';

const HOLD = fileURLToPath(new URL('../harness/held-start.ts', import.meta.url));

interface Starter {
  /** A desk that runs. */
  desk(): Promise<Terminal>;
  /** A desk that paints, and then stands still before it is loaded. */
  held(more?: Partial<Held>): Promise<Terminal>;
  /** The file that holds them. */
  readonly gate: string;
  /** Lets the held desks go on. */
  release(): void;
}

/** How a desk is started. */
export interface Held {
  readonly columns: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts desks of a help center that can be held while they load. */
export function starterOf({ environment, database }: Backstage): Starter {
  const gate = join(environment.HOME!, 'gate');
  const open = ({ columns = 100, args = [], env = {} }: Partial<Held>) =>
    openTerminal({
      command: process.execPath,
      args: ['--import', HOLD, launcher, '--database', database, ...args],
      env: { ...environment, HELD_START: gate, ...env },
      columns,
      rows: 24,
    });
  return {
    gate,
    desk: async () => {
      const desk = open({});
      await desk.sees('Unresolved');
      await desk.settled();
      return desk;
    },
    held: async (more = {}) => {
      rmSync(`${gate}.reached`, { force: true });
      writeFileSync(gate, '');
      const desk = open(more);
      await desk.until(() => existsSync(`${gate}.reached`), 'the desk is not asked for');
      await desk.settled(30);
      return desk;
    },
    release: () => rmSync(gate, { force: true }),
  };
}

/** Waits until a desk has ended and given the terminal back; returns its exit code. */
export async function end(desk: Terminal, cause: () => void): Promise<number> {
  cause();
  const { exitCode } = await desk.exit();
  expect(desk.modes()).toEqual(MODES_AT_REST);
  return exitCode;
}
