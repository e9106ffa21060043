/**
 * How fast mails are imported in two forms: `npm run bench -- imports`. Another number of mails than 2,000 may follow,
 * 20,000 for a thread that is really long. Each round imports all into new help centers, in turn; the medians are
 * compared. The processor's time tells the same on a machine that has other work. Beside it stand mail indexers, if they are
 * installed, which keep the mails where they are.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder, figure, inTurns, median } from '../harness/figures.ts';
import { letter } from '../harness/letter.ts';
import { importRates, type Rates, writeMbox } from './intake.ts';
import { indexerRuns } from './mail-indexers.ts';

const LEAST_RATIO = 0.8;
const START_MS = Date.UTC(2025, 0, 1);

const count = Number(process.argv[2] ?? 2_000);
const rounds = count > 5_000 ? 1 : 5;
const folder = benchFolder();

function maildir(texts: readonly string[]): string {
  const path = join(folder, 'Maildir');
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(path, name), { recursive: true });
  for (const [number, text] of texts.entries())
    writeFileSync(join(path, 'cur', `${START_MS / 1_000 + number}.${number}.host:2,S`), text);
  return path;
}

/** An mbox with mails of three people, each with words of its own. */
function talk(name: string, isThread: boolean, minuteOf = (number: number) => number): string {
  const texts = Array.from({ length: count }, (_, number) =>
    [
      `From: P <p${number % 3}@customer.example>`,
      'To: help@shop.example, p0@customer.example, p1@customer.example, p2@customer.example',
      isThread ? 'Subject: Re: Lantern' : `Subject: Lantern ${number}`,
      `Date: ${new Date(START_MS + minuteOf(number) * 60_000).toUTCString()}`,
      `Message-ID: <t${number}@customer.example>`,
      ...(isThread && number > 0 ? [`In-Reply-To: <t${number - 1}@customer.example>`] : []),
      '',
      ...Array.from({ length: 20 }, (_, at) => `Word${number * 20 + at} of line ${at}, with what else stands in it.`),
      '',
    ].join('\n'),
  );
  return writeMbox(folder, name, texts);
}

async function compare(paths: Readonly<Record<string, string>>): Promise<void> {
  const kinds = Object.entries(paths).map(([name, path]) => [name, () => importRates(path, count)]);
  const found: Record<string, Rates[]> = await inTurns(Object.fromEntries(kinds), rounds);
  for (const by of ['clock', 'processor'] as const) {
    const [first, ...others] = Object.entries(found).map(([name, rates]) => ({
      name,
      rate: median(rates.map(each => each[by])),
    }));
    figure(`${first!.name} of ${count} mails, by the ${by}`, '', `${first!.rate.toFixed(0)} mails a second`);
    for (const { name, rate } of others)
      figure(`${name} beside ${first!.name}`, `≥ ${LEAST_RATIO}`, (rate / first!.rate).toFixed(2));
  }
}

const letters = Array.from({ length: count }, (_, number) => letter(number).replaceAll('\r\n', '\n'));
const mails = maildir(letters);
await compare({ mbox: writeMbox(folder, 'mails', letters), Maildir: mails });
const indexed = await inTurns(indexerRuns(folder, mails, count), rounds);
for (const [name, rates] of Object.entries(indexed))
  figure(`index of the same by ${name}`, '', `${median(rates).toFixed(0)} mails a second`);
await compare({
  'separate mails': talk('separate', false),
  'one thread': talk('thread', true),
  'the newest first': talk('newest', true, number => count - number),
});
