/**
 * `npm run soak -- text [--times 10000] [--seed 1] [mail] [corpus]`: hostile text through the built program. `mail`:
 * this many generated mails from import to the screen; `corpus`: all of the corpus, each conversation to its end. Exits
 * with 1 if a control sequence reaches the terminal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoCorpus } from '../harness/corpus.ts';
import { corpusMaterial } from '../scenarios/material.ts';
import { showHostileMail } from '../scenarios/show-hostile-mail.ts';
import { showMaterial } from '../scenarios/show-material.ts';
import { readOptions, say } from './options.ts';

const { times, seed, names } = readOptions(10_000);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
/** One mail in this many has a line of a megabyte. */
const HUGE_EVERY = 500;

const soaks: Readonly<Record<string, () => Promise<string>>> = {
  mail: async () => {
    const progress = (seen: number) => say(`  mail: ${seen} of ${times}`);
    const options = { folder: join(folder, 'mail'), mails: times, seed, hugeEvery: HUGE_EVERY, progress };
    const { conversations, bytes } = await showHostileMail(options);
    return `${conversations} conversations shown in ${bytes} bytes, every one the desk's own`;
  },
  corpus: async () => {
    const whyNot = whyNoCorpus();
    if (whyNot !== undefined) return `left out: ${whyNot}`;
    const progress = (seen: number) => say(`  corpus: ${seen}`);
    const options = { material: corpusMaterial(), folder: join(folder, 'corpus'), isWhole: true, progress };
    const { conversations, bytes } = await showMaterial(options);
    return `${conversations} conversations shown to their end in ${bytes} bytes, every one the desk's own`;
  },
};

for (const name of names.length > 0 ? names : Object.keys(soaks)) {
  const soak = soaks[name];
  if (!soak) throw new Error(`There is no soak ${name}: there are ${Object.keys(soaks).join(', ')}.`);
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  try {
    say(`${name}: ${await soak()} (${seconds()} s)`);
  } catch (error) {
    process.exitCode = 1;
    say(`${name}: BROKEN after ${seconds()} s\n${(error as Error).stack}`);
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exit();
