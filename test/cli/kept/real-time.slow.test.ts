import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { inFile, keptUnder } from '../../harness/kept-drafts.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type ChildDesk, startChildDesk } from './child-desk.ts';
import { openSmallCenter } from './small-center.ts';

const ANA = 'token of Ana';
/** What a dead desk has not sent is sent by another process within this time. */
const MAX_WAIT_MS = 35_000;
/** Long enough for a change to arrive that must not be sent a second time. */
const A_WHILE_MS = 1_000;

/** The mark of the desk with this change becomes that of a living process that is not a desk. */
function giveMark(folder: string, file: string, changed: number, pid: number): void {
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[19];
  inFile(`${folder}/${file}`, database => {
    const { id, mark } = database
      .prepare(
        `select desk.id, mark from desk join operation on desk = desk.id
         where value ->> '$.calls[0].requests[0].args.ids[0]' = ?`,
      )
      .get(changed)!;
    const living = JSON.stringify({ ...JSON.parse(String(mark)), pid, started });
    database.prepare('update desk set mark = ? where id = ?').run(living, id!);
  });
}

test('unsent changes of dead desks are sent once, by another process, within 35 s', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const center = await openSmallCenter();
  center.agents.set(ANA, { id: 1, name: 'Ana Ortiz' });
  const open = () => startChildDesk(folder, center.url, ANA, { pace: 'real' });
  const archive = (desk: ChildDesk, id: number) => desk.tell({ commit: ['conversation.archive', { ids: [id] }] });
  const keptBy = () => JSON.stringify([...keptUnder(folder).values()]);

  const [killed, stopped, replaced, heir, writer] = await Promise.all([open(), open(), open(), open(), open()]);
  center.takesChanges = false;
  await Promise.all([archive(killed!, 3), archive(stopped!, 4), archive(replaced!, 5)]);
  await writer!.tell({ draft: [9, 'of a desk that lives'] });
  await expect.poll(keptBy).toContain('of a desk that lives');
  // One is killed, one only seems dead, and one is dead although another process has its id.
  stopped!.process.kill('SIGSTOP');
  await Promise.all([killed!.kill(), replaced!.kill()]);
  const other = spawn('sleep', ['120'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill());
  const [file] = [...keptUnder(folder).keys()][0]!.split('/');
  giveMark(folder, file!, 5, other.pid!);
  center.takesChanges = true;
  await expect.poll(center.changed, { timeout: MAX_WAIT_MS }).toEqual([3, 4, 5]);

  // The one that was only stopped sends nothing again, and goes on.
  stopped!.process.kill('SIGCONT');
  await stopped!.until(({ pending }) => pending.length === 0);
  await archive(stopped!, 8);
  await expect.poll(center.changed).toEqual([3, 4, 5, 8]);
  expect((await writer!.tell({})).drafts).toEqual([[9, 'of a desk that lives']]);

  // Two more are killed with unsent work; the next one that starts sends all of it at once.
  center.takesChanges = false;
  await Promise.all([archive(heir!, 6), archive(writer!, 7)]);
  await Promise.all([heir!.kill(), writer!.kill(), stopped!.kill()]);
  center.takesChanges = true;
  const last = await open();
  await expect.poll(center.changed).toEqual([3, 4, 5, 6, 7, 8]);
  expect((await last.tell({})).drafts).toEqual([[9, 'of a desk that lives']]);
  await sleep(A_WHILE_MS);
  expect(center.changed()).toEqual([3, 4, 5, 6, 7, 8]);
});
