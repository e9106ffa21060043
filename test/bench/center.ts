/** The center's figures in one process: `npm run bench -- center [CONVERSATIONS]`, 100,000 of ten messages if not said. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { figure, median, spread } from '../harness/figures.ts';
import { openFilled, time, timeQueries, timeReads } from './center-measures.ts';

const count = Number(process.argv[2] ?? 100_000);
const MAX_INBOXES = 100;

const searches = {
  'a word in 4 of a million messages': ['zeppelin', 50],
  'a word in 1 % of the messages': ['saffron', 50],
  'a word in half of the messages': ['lantern', 250],
  'a word in all messages': ['hello', 250],
  'a letter': ['p', 250],
  'three words in most messages': ['hello parcel again', 250],
  'a word in none': ['nowhere', 50],
} as const;

const { desk, path } = await openFilled(count);

/** Changes fifty conversations at once. */
async function update(round: number): Promise<void> {
  const body = {
    conversation_ids: Array.from({ length: 50 }, (_, at) => 1 + round * 50 + at * 10),
    conversation_status_id: 1 + (round % 2),
    added_tags: ['bench', `bench${round}`],
    assign_to: desk.adminId,
  };
  const answer = await desk.call('PUT', '/conversations', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** The pages of the log that the writes so far have filled, in bytes. */
function logBytes(): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const { log } = database.prepare('pragma wal_checkpoint(noop)').get() as { log: number };
  database.close();
  return log * 4_096;
}

/** How long the disk takes to store this many bytes. */
async function timeFsync(bytes: number) {
  const file = openSync(`${path}-fsync`, 'w');
  const content = Buffer.alloc(bytes, 'x');
  const samples = await time(async () => {
    writeSync(file, content, 0, bytes, 0);
    fsyncSync(file);
  });
  closeSync(file);
  rmSync(`${path}-fsync`);
  return spread(samples);
}

async function massUpdate(): Promise<void> {
  figure('mass update of 50', 'p95 10 ms + fsync', spread(await time(update)));
  const written: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = logBytes();
    await update(200 + round);
    written.push(logBytes() - before);
  }
  const most = Math.max(...written);
  figure(`write and fsync of its ${Math.round(most / 1_024)} KiB`, '', await timeFsync(most));
  figure('the same of 4 KiB', '', await timeFsync(4_096));
}

async function inboxes(before: readonly number[]): Promise<void> {
  const few = (await desk.call('GET', '/inboxes')).body.data.length as number;
  figure(`list of ${few} inboxes`, '', spread(before));
  for (let at = few; at < MAX_INBOXES; at += 1) await desk.call('POST', '/inboxes', { body: { name: `More ${at}` } });
  const after = await time(() => desk.call('GET', '/inboxes'));
  const asked = `≤ ${(MAX_INBOXES / few).toFixed(1)} × the time`;
  const ratio = (median(after) / median(before)).toFixed(1);
  figure(`list of ${MAX_INBOXES} inboxes`, asked, `${spread(after)}  ${ratio} ×`);
}

const reads = await timeReads(desk);
for (const [what, samples] of reads.lists) figure(what, 'p95 10 ms', spread(samples));
figure('open: conversation, messages, notes, history', 'p95 5 ms', spread(reads.open));
await massUpdate();
for (const [what, [q, most]] of Object.entries(searches)) {
  const found = await timeQueries(desk, { [what]: { q } }, (query, as, rows) => `search as ${as}: ${query} (${rows})`);
  for (const [name, samples] of found) figure(name, `p95 ${most} ms`, spread(samples));
}
await inboxes(reads.inboxes);
function timeContacts(q: string) {
  return time(() => desk.call('GET', `/contacts?q=${q}`, { as: 'agent' }));
}
for (const q of ['co', 'c7', 'zz']) figure(`contacts by ${q}`, 'p95 20 ms', spread(await timeContacts(q)));
await desk.close();
