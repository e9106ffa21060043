/**
 * A large archive: `npm run bench -- archive`. Another size in MB than 500 may follow. It is imported by the built
 * program as an mbox, and again as the same mails compressed; then the time and the memory are told.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { benchFolder, figure } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { letter } from '../harness/letter.ts';
import { memoryMiB, processorMs } from '../harness/process-use.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { inMbox } from './intake.ts';

const MB = 1_000_000;
const MOST_MIB = 400;
const LEAST_RATE = 200;
/** Every tenth mail has a file. */
const FILE_BYTES = 60_000;

const size = Number(process.argv[2] ?? 500) * MB;
const folder = benchFolder();
const path = join(folder, 'archive.mbox');

/** Writes mails until the file is large enough; returns their number. */
async function write(): Promise<number> {
  const file = createWriteStream(path);
  let count = 0;
  for (let written = 0; written < size; count += 1) {
    const mail = inMbox(letter(count, count % 10 === 0 ? { fileBytes: FILE_BYTES } : {}));
    written += mail.length;
    if (!file.write(mail)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return count;
}

/** Imports a file; what the program said, and how much time and memory it took. */
async function importBy(file: string, database: string) {
  const began = performance.now();
  const args = [launcher, 'import', '--json', '--database', join(folder, database), file];
  const child = spawn(process.execPath, args, { env: deskEnvironment(folder), stdio: ['ignore', 'pipe', 'inherit'] });
  const said = text(child.stdout);
  const ended = once(child, 'close');
  let used = { processorMs: 0, mib: 0 };
  while (child.exitCode === null) {
    try {
      used = { processorMs: processorMs(child.pid!), mib: memoryMiB(child.pid!) || used.mib };
    } catch {
      // It has ended; its parent was not told yet.
    }
    await Promise.race([ended, sleep(100)]);
  }
  return { ...used, seconds: (performance.now() - began) / 1_000, told: JSON.parse(await said) };
}

const count = await write();
const name = `mbox of ${size / MB} MB, ${count} mails`;
const first = await importBy(path, 'center.db');
if (first.told.imported !== count) throw new Error(`${first.told.imported} of ${count} mails were imported`);
function rate(seconds: number): string {
  return `${Math.round(count / seconds)} mails/s`;
}
figure(name, `≥ ${LEAST_RATE} mails/s`, `${rate(first.seconds)}, ${first.seconds.toFixed(0)} s`);
figure('by the processor alone', '', rate(first.processorMs / 1_000));
figure('its memory at most', `≤ ${MOST_MIB} MiB`, `${first.mib.toFixed(0)} MiB`);
figure(`its conversations, ${first.told.conversations}, open`, '0', String(first.told.open));
const again = await importBy(path, 'center.db');
figure('the same again, doubled', '0', `${again.told.imported}, ${again.seconds.toFixed(0)} s`);
execFileSync('gzip', ['-1', path]);
const packed = await importBy(`${path}.gz`, 'packed.db');
figure('the same compressed', '', `${rate(packed.seconds)}, ${packed.mib.toFixed(0)} MiB`);
