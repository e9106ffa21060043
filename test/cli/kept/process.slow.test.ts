import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { keptUnder } from '../../harness/kept-drafts.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { startChildDesk } from './child-desk.ts';
import { openSmallCenter, type SmallCenter } from './small-center.ts';

const ANA = 'token of Ana';
const NOBODY = 65_534;

/** Whether every user may enter the folders above this file. */
function isReached(path: string): boolean {
  const above = dirname(path);
  return above === path || ((statSync(above).mode & 0o001) !== 0 && isReached(above));
}

/** Root may write everywhere, so another user tries it. */
const whyNoOther =
  process.getuid?.() === 0 && !isReached(process.execPath)
    ? 'root may write anywhere, and no other user can enter this checkout'
    : undefined;

let center: SmallCenter;
let folder = '';
beforeEach(async () => {
  folder = temporaryFolder();
  center = await openSmallCenter();
  center.agents.set(ANA, { id: 1, name: 'Ana Ortiz' });
});

function open() {
  return startChildDesk(folder, center.url, ANA);
}

function onDisk(): string {
  return JSON.stringify([...keptUnder(folder).values()]);
}

/** A desk with changes that do not arrive and a draft, all on the disk. */
async function openWithUnsent(ids: readonly number[]) {
  const desk = await open();
  center.takesChanges = false;
  for (const id of ids) await desk.tell({ commit: ['conversation.archive', { ids: [id] }] });
  await desk.tell({ draft: [ids[0], 'half a note'] });
  await expect.poll(onDisk).toContain('half a note');
  return desk;
}

test('if several desks start at once after a kill, one takes over, and each change is sent once', {
  timeout: 60_000,
}, async () => {
  const killed = await openWithUnsent([3, 4, 5]);
  const keys = (await killed.tell({})).pending.map(({ key }) => key);
  await killed.kill();
  center.takesChanges = true;
  const desks = await Promise.all([open(), open(), open()]);
  await expect.poll(() => center.changes.map(({ key }) => key).sort()).toEqual(keys.sort());
  const drafts = async () => (await Promise.all(desks.map(desk => desk.tell({})))).flatMap(held => held.drafts);
  await expect.poll(drafts).toEqual([[3, 'half a note']]);
});

test('a stopped desk whose files another took over sends nothing twice and loses nothing typed since', {
  timeout: 60_000,
}, async () => {
  const stopped = await openWithUnsent([3]);
  stopped.process.kill('SIGSTOP');
  center.takesChanges = true;
  const second = await open();
  expect((await second.tell({})).keptElsewhere).toMatchObject([{ kind: 'open', changes: 1, drafts: 1 }]);
  expect((await second.until(({ drafts }) => drafts.length === 1)).notice).toBe(
    'Taken over from another desk of yours: 1 change and 1 draft.',
  );
  await expect.poll(center.changed).toEqual([3]);

  stopped.process.kill('SIGCONT');
  const held = await stopped.until(({ pending, drafts }) => pending.length + drafts.length === 0);
  expect(held.notice).toMatch(/was stopped .* took over/);
  await stopped.tell({ draft: [3, 'half a note, and more'] });
  await stopped.tell({ draft: [6, 'another'] });
  await stopped.tell({ commit: ['conversation.archive', { ids: [8] }] });
  await expect.poll(center.changed).toEqual([3, 8]);
  await expect.poll(onDisk).toContain('another');
  await sleep(500);
  expect(center.changed()).toEqual([3, 8]);

  await stopped.kill();
  const all = await second.until(({ drafts }) => drafts.length === 2);
  expect(Object.fromEntries(all.drafts)).toEqual({ 3: 'half a note, and more', 6: 'another' });
});

test('in a folder that cannot be written, kept state is reported, stays, and is taken over later', {
  timeout: 60_000,
  ...skippedFor(whyNoOther),
}, async () => {
  await (await openWithUnsent([3])).kill();
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  if (uid !== undefined)
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(folder, name), uid, uid);
    }
  const setWritable = (isWritable: boolean) => {
    chmodSync(folder, isWritable ? 0o700 : 0o500);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), isWritable ? 0o600 : 0o400);
  };
  setWritable(false);
  const next = await startChildDesk(folder, center.url, ANA, uid === undefined ? {} : { uid });
  const held = await next.until(({ notice }) => notice !== null);
  expect(held.notice).toMatch(/cannot be kept in .*: EACCES/);
  expect(held.keptElsewhere).toMatchObject([{ changes: 1, drafts: 1 }]);
  await next.tell({ draft: [7, 'typed meanwhile'] });
  setWritable(true);
  await next.until(({ drafts }) => drafts.length === 2);
  await expect.poll(onDisk).toContain('typed meanwhile');
});
