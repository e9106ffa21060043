/**
 * A large archive: `npm run bench -- archive`. Another size in MB than 500 may follow. It is imported by the built
 * program as an mbox, and again as the same mails compressed; then the time and the memory are told.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher } from '../harness/launcher.ts';
import { letter } from '../harness/letter.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure } from './figures.ts';

const MB = 1_000_000;
const MOST_MIB = 400;
const LEAST_RATE = 200;
/** Every tenth mail has a file. */
const FILE_BYTES = 60_000;

const size = Number(process.argv[2] ?? 500) * MB;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));

/** Writes mails until the file is large enough; returns its path and their number. */
async function write(): Promise<{ path: string; count: number }> {
  const path = join(folder, 'archive.mbox');
  const file = createWriteStream(path);
  let count = 0;
  for (let written = 0; written < size; count += 1) {
    const text = letter(count, count % 10 === 0 ? { fileBytes: FILE_BYTES } : {}).replaceAll('\r\n', '\n');
    const mail = `From x Wed Jan  1 00:00:00 2025\n${text}\n`;
    written += mail.length;
    if (!file.write(mail)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return { path, count };
}

interface Run {
  readonly seconds: number;
  /** Of the processor. */
  readonly cpuSeconds: number;
  /** The most memory that the process had, in MiB. */
  readonly mib: number;
  readonly told: {
    readonly imported: number;
    readonly doubles: number;
    readonly open: number;
    readonly conversations: number;
  };
}

async function importBy(path: string, database: string): Promise<Run> {
  const began = performance.now();
  const args = [launcher, 'import', '--json', '--database', database, path];
  const child = spawn(process.execPath, args, { env: deskEnvironment(folder), stdio: ['ignore', 'pipe', 'inherit'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(child, 'close');
  let used: Used = { kib: 0, ticks: 0 };
  while (child.exitCode === null) {
    used = usedBy(child.pid!) ?? used;
    await Promise.race([ended, sleep(100)]);
  }
  await ended;
  const told = JSON.parse(Buffer.concat(said).toString());
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, cpuSeconds: used.ticks / TICKS_A_SECOND, mib: used.kib / 1_024, told };
}

/** What a process has used so far: the most memory in KiB, and time of the processor. */
interface Used {
  readonly kib: number;
  readonly ticks: number;
}

const TICKS_A_SECOND = 100;

/** Undefined if the process has ended; its parent may not have been told yet. */
function usedBy(pid: number): Used | undefined {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    if (kib === undefined) return undefined;
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number);
    return { kib: Number(kib), ticks: user! + system! };
  } catch {
    return undefined;
  }
}

try {
  const { path, count } = await write();
  const name = `${size / MB} MB`;
  const first = await importBy(path, join(folder, 'center.db'));
  if (first.told.imported !== count) throw new Error(`${first.told.imported} of ${count} mails were imported`);
  figure(
    `mbox of ${name}, ${count} mails`,
    `≥ ${LEAST_RATE} mails/s`,
    `${Math.round(count / first.seconds)} mails/s, ${first.seconds.toFixed(0)} s`,
  );
  figure('by the processor alone', '', `${Math.round(count / first.cpuSeconds)} mails/s`);
  figure('its memory at most', `≤ ${MOST_MIB} MiB`, `${first.mib.toFixed(0)} MiB`);
  figure(`its conversations, ${first.told.conversations}, open`, '0', String(first.told.open));
  const again = await importBy(path, join(folder, 'center.db'));
  figure('the same again, doubled', '0', `${again.told.imported}, ${again.seconds.toFixed(0)} s`);
  execFileSync('gzip', ['-1', path]);
  const packed = await importBy(`${path}.gz`, join(folder, 'packed.db'));
  figure('the same compressed', '', `${Math.round(count / packed.seconds)} mails/s, ${packed.mib.toFixed(0)} MiB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
