/**
 * `npm run soak -- text [--times 10000] [--seed 1]`: this many mails with hostile text through the built program, from
 * import to the screen. Exits with 1 if a control sequence reaches the terminal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showHostileMail } from '../scenarios/show-hostile-mail.ts';
import { readOptions, say } from './options.ts';

const { times, seed } = readOptions(10_000);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
/** One mail in this many has a line of a megabyte. */
const HUGE_EVERY = 500;

try {
  const progress = (seen: number) => say(`  ${seen} of ${times}`);
  const options = { folder: join(folder, 'mail'), mails: times, seed, hugeEvery: HUGE_EVERY, progress };
  const { conversations, bytes } = await showHostileMail(options);
  say(`text: ${conversations} conversations shown in ${bytes} bytes, every one the desk's own`);
} catch (error) {
  process.exitCode = 1;
  say(`text: BROKEN\n${(error as Error).stack}`);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exit();
