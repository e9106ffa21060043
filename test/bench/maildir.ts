/**
 * How fast a Maildir is imported beside the same mails as an mbox: `npm run bench -- maildir`. Another number of mails than
 * 2,000 may follow. Each round imports both into new help centers, in turn; the medians are compared. The processor's
 * time tells the same on a machine that has other work.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCenter } from '../../src/center/center.ts';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { letter } from '../harness/letter.ts';
import { figure, median } from './figures.ts';

const ROUNDS = 5;
const LEAST_RATIO = 0.8;
const START_MS = Date.UTC(2025, 0, 1);

const count = Number(process.argv[2] ?? 2_000);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));

function write(): Readonly<Record<'mbox' | 'Maildir', string>> {
  const paths = { mbox: join(folder, 'mails.mbox'), Maildir: join(folder, 'Maildir') };
  const letters = Array.from({ length: count }, (_, number) => letter(number).replaceAll('\r\n', '\n'));
  writeFileSync(paths.mbox, letters.map(text => `From x Wed Jan  1 00:00:00 2025\n${text}\n`).join(''));
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(paths.Maildir, name), { recursive: true });
  for (const [number, text] of letters.entries())
    writeFileSync(join(paths.Maildir, 'cur', `${String(START_MS / 1_000 + number)}.${number}.host:2,S`), text);
  return paths;
}

/** Mails a second, by the clock and by the time of the processor. */
interface Rates {
  readonly clock: number;
  readonly processor: number;
}

async function ratesOf(path: string): Promise<Rates> {
  const place = mkdtempSync(join(folder, 'center-'));
  const center = await createCenter({ database: join(place, 'center.db'), attachmentsFolder: join(place, 'files') });
  try {
    const [start, before] = [performance.now(), process.cpuUsage()];
    const { imported } = await importMail(center, [path]);
    const [ms, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
    if (imported !== count) throw new Error(`${imported} of ${count} mails were imported from ${path}`);
    return { clock: (count * 1_000) / ms, processor: (count * 1_000_000) / (user + system) };
  } finally {
    await center.close();
    rmSync(place, { recursive: true, force: true });
  }
}

try {
  const paths = write();
  const rates: Record<'mbox' | 'Maildir', Rates[]> = { mbox: [], Maildir: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['mbox', 'Maildir'] as const) rates[kind].push(await ratesOf(paths[kind]));
  for (const by of ['clock', 'processor'] as const) {
    const [mbox, maildir] = [rates.mbox, rates.Maildir].map(found => median(found.map(each => each[by])));
    figure(`mbox of ${count} mails, by the ${by}`, '', `${mbox!.toFixed(0)} mails a second`);
    figure(`Maildir of ${count} mails, by the ${by}`, '', `${maildir!.toFixed(0)} mails a second`);
    figure('Maildir beside mbox', `≥ ${LEAST_RATIO}`, (maildir! / mbox!).toFixed(2));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
