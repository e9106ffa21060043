import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runs } from '../../harness/full.ts';
import { inFile, keptUnder } from '../../harness/kept-drafts.ts';
import { createRandom } from '../../harness/random.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const PROGRAM = fileURLToPath(new URL('fixtures/saver.ts', import.meta.url));
const KILLS = runs(10);
/** A kill comes at most this long after the first save. */
const LONGEST_MS = 150;

/** Lets a desk save until it is killed; returns the number of the last save that was said to be done. */
async function saveUntilKilled(folder: string, seed: number, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, folder, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    told += text;
  });
  await once(child.stdout, 'data');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(told.trimEnd().split('\n').at(-1));
}

test('a kill in the middle of a save loses no save that was done, and leaves none by halves', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const random = createRandom(20_261_120);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const last = await saveUntilKilled(folder, kill, random() * LONGEST_MS);
    const desks = [...keptUnder(folder)];
    expect(desks).toHaveLength(kill);
    const [name, { pending, drafts }] = desks.at(-1)!;
    const { 'note:1': first = '', 'note:2': all } = Object.fromEntries(drafts);
    expect(Number(first.split(' ')[0])).toBeGreaterThanOrEqual(last);
    expect(pending.map(({ key }) => key).join()).toBe(all);
    const check = (path: string) => inFile(path, file => file.prepare('pragma integrity_check').all());
    expect(check(`${folder}/${name.split('/')[0]}`)).toEqual([{ integrity_check: 'ok' }]);
  }
});
