import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { keptUnder } from '../../harness/kept-drafts.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { startChildDesk } from './child-desk.ts';
import { openSmallCenter, type SmallCenter } from './small-center.ts';

const ANA = 'token of Ana';

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
