/**
 * The center's figures in one process, on 100,000 conversations with 1,000,000 messages: `npm run bench -- center`. Another
 * number of conversations may follow.
 */
import { dirname } from 'node:path';
import {
  openFilled,
  type Timing,
  timeFsync,
  timeInboxes,
  timeLists,
  timeMassUpdate,
  timeOpen,
  timeQueries,
} from './center-measures.ts';
import { figure } from './figures.ts';

const count = Number(process.argv[2] ?? 100_000);

function shown({ p50, p95 }: Timing): string {
  return `p50 ${p50.toFixed(2)}  p95 ${p95.toFixed(2)} ms`;
}

const searches = {
  'a word in 4 of a million messages': ['zeppelin', 50],
  'a word in 1 % of the messages': ['saffron', 50],
  'a word in half of the messages': ['lantern', 250],
  'a word in all messages': ['hello', 250],
  'a letter': ['p', 250],
  'three words in most messages': ['hello parcel again', 250],
  'a word in none': ['nowhere', 50],
} as const;

const center = await openFilled(count);
const { desk } = center;

const MAX_INBOXES = 100;

async function inboxes(): Promise<void> {
  const few = (await desk.call('GET', '/inboxes')).body.data.length as number;
  const before = await timeInboxes(desk);
  figure(`list of ${few} inboxes`, '', shown(before));
  for (let at = few; at < MAX_INBOXES; at += 1) await desk.call('POST', '/inboxes', { body: { name: `More ${at}` } });
  const after = await timeInboxes(desk);
  const times = `${(MAX_INBOXES / few).toFixed(1)} × the time`;
  figure(`list of ${MAX_INBOXES} inboxes`, `≤ ${times}`, `${shown(after)}  ${(after.p50 / before.p50).toFixed(1)} ×`);
}

async function massUpdate(): Promise<void> {
  const update = await timeMassUpdate(center);
  const fsync = timeFsync(dirname(center.path), update.bytes);
  const small = timeFsync(dirname(center.path), 4_096);
  figure('mass update of 50', `p95 10 ms + fsync`, shown(update));
  figure(`fsync of the ${Math.round(update.bytes / 1_024)} KiB that it writes`, '', shown(fsync));
  figure('fsync of 4 KiB', '', shown(small));
}

try {
  const { filledInMs } = center;
  console.log(`${count} conversations, ${count * 10} messages: filled in ${(filledInMs / 1_000).toFixed(0)} s`);
  for (const [what, timing] of await timeLists(desk)) figure(what, 'p95 10 ms', shown(timing));
  figure('open: conversation, messages, notes, history', 'p95 5 ms', shown(await timeOpen(desk)));
  await massUpdate();
  for (const [what, [q, most]] of Object.entries(searches)) {
    const found = await timeQueries(
      desk,
      { [what]: { q } },
      (query, as, rows) => `search as ${as}: ${query} (${rows})`,
    );
    for (const [name, timing] of found) figure(name, `p95 ${most} ms`, shown(timing));
  }
  await inboxes();
} finally {
  await center.close();
}
