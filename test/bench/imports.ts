/**
 * How fast mails are imported in two forms: `npm run bench -- imports`. Another number of mails than 2,000 may follow,
 * 20,000 for a thread that is really long. Each round imports all into new help centers, in turn; the medians are
 * compared. The processor's time tells the same on a machine that has other work.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCenter } from '../../src/center/center.ts';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { letter } from '../harness/letter.ts';
import { figure, median } from './figures.ts';

const LEAST_RATIO = 0.8;
const START_MS = Date.UTC(2025, 0, 1);

const count = Number(process.argv[2] ?? 2_000);
const rounds = count > 5_000 ? 1 : 5;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));

function mbox(name: string, texts: readonly string[]): string {
  const path = join(folder, `${name}.mbox`);
  writeFileSync(path, texts.map(text => `From x Wed Jan  1 00:00:00 2025\n${text}\n`).join(''));
  return path;
}

function maildir(texts: readonly string[]): string {
  const path = join(folder, 'Maildir');
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(path, name), { recursive: true });
  for (const [number, text] of texts.entries())
    writeFileSync(join(path, 'cur', `${String(START_MS / 1_000 + number)}.${number}.host:2,S`), text);
  return path;
}

/** Mails of three people, each with words of its own. */
function talk(isThread: boolean, atOf: (number: number) => number): string[] {
  return Array.from({ length: count }, (_, number) =>
    [
      `From: P <p${number % 3}@customer.example>`,
      'To: help@shop.example, p0@customer.example, p1@customer.example, p2@customer.example',
      isThread ? 'Subject: Re: Lantern' : `Subject: Lantern ${number}`,
      `Date: ${new Date(START_MS + atOf(number) * 60_000).toUTCString()}`,
      `Message-ID: <t${number}@customer.example>`,
      ...(isThread && number > 0 ? [`In-Reply-To: <t${number - 1}@customer.example>`] : []),
      '',
      ...Array.from({ length: 20 }, (_, at) => `Word${number * 20 + at} of line ${at}, with what else stands in it.`),
      '',
    ].join('\n'),
  );
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

async function compare(paths: Readonly<Record<string, string>>): Promise<void> {
  const rates = Object.entries(paths).map(([name, path]) => ({ name, path, found: [] as Rates[] }));
  for (let round = 0; round < rounds; round += 1) for (const { path, found } of rates) found.push(await ratesOf(path));
  for (const by of ['clock', 'processor'] as const) {
    const [first, ...others] = rates.map(({ name, found }) => ({ name, rate: median(found.map(each => each[by])) }));
    figure(`${first!.name} of ${count} mails, by the ${by}`, '', `${first!.rate.toFixed(0)} mails a second`);
    for (const { name, rate } of others)
      figure(`${name} beside ${first!.name}`, `≥ ${LEAST_RATIO}`, (rate / first!.rate).toFixed(2));
  }
}

try {
  const letters = Array.from({ length: count }, (_, number) => letter(number).replaceAll('\r\n', '\n'));
  await compare({ mbox: mbox('mails', letters), Maildir: maildir(letters) });
  await compare({
    'separate mails': mbox(
      'separate',
      talk(false, number => number),
    ),
    'one thread': mbox(
      'thread',
      talk(true, number => number),
    ),
    'the newest first': mbox(
      'newest',
      talk(true, number => count - number),
    ),
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
