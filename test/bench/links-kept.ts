import { join } from 'node:path';
import { fileStorage } from '../../src/cli/kept/file-storage.ts';
import { createKeptFile } from '../../src/cli/kept/kept-file.ts';
import type { PendingChange } from '../../src/state/world.ts';
import { keptOf } from '../state/operations.ts';
import type { FarCenter } from './far-desk.ts';
import { figure, median } from './figures.ts';

/** How many changes wait, and what a save of one more took when little else was remembered, in milliseconds. */
const SAVES = [
  [1, 0.4],
  [1_000, 1.1],
  [10_000, 9.5],
] as const;
const ROUNDS = 30;

/** What it costs to keep one more change while others wait: a desk without a link does so at each key. */
export async function keptFile({ folder }: FarCenter): Promise<void> {
  for (const [waiting, ms] of SAVES) {
    const path = join(folder, `kept-${waiting}.db`);
    const fail = (reason: unknown): never => {
      throw new Error(String(reason));
    };
    const storage = fileStorage({
      openFile: () => createKeptFile({ path, now: Date.now, onDamage: fail }),
      owner: { agent: { id: 1, name: 'Mia Reis' } },
      tokenHash: 'hash',
      now: Date.now,
      onProblem: fail,
      onKeptAgain: () => undefined,
      onTaken: fail,
    });
    const pending = Array.from({ length: waiting }, (_, at) => change(`waiting ${at}`));
    const took = Array.from({ length: ROUNDS }, (_, round) => {
      pending.push(change(`round ${round}`));
      const began = performance.now();
      storage.save(keptOf(pending));
      return performance.now() - began;
    });
    figure(`a save of the kept file, ${waiting} waiting`, `${ms} ms before`, `${median(took).toFixed(1)} ms`);
    storage.release();
  }
}

function change(key: string): PendingChange {
  const args = { ids: [1] };
  return { key, name: 'conversation.archive', args, at: 1, state: 'waiting', attempts: 0, problem: null };
}
