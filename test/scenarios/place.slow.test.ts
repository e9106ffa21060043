import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';
import { openWatchedCenter } from './watched-center.ts';

const COUNT = 200;
const LONG = Array.from({ length: 90 }, (_, index) => `This is line ${index + 1}.`).join('\n\n');
/** By then every move is saved. */
const SAVED_MS = 700;

/** A conversation, and younger ones with a tag, the fourth of them from above with a long message. */
async function openFull(): Promise<{ readonly backstage: Backstage; readonly ids: readonly number[] }> {
  const backstage = await openBackstage();
  const ids: number[] = [];
  for (let index = 0; index <= COUNT; index += 1) {
    const body = { title: `Question ${index}`, tags: index === 0 ? [] : ['bulk'] };
    const { id } =
      index === COUNT - 3
        ? { id: await backstage.conversation(body.title, { tags: body.tags, body: LONG }) }
        : await backstage.ask<{ id: number }>('POST', '/conversations', body);
    ids.push(id);
  }
  return { backstage, ids };
}

async function tagged(backstage: Backstage, tag: string): Promise<number> {
  const [first, second] = await Promise.all(
    ['1', '0'].map(archived =>
      backstage.ask<unknown[]>('GET', `/conversations?tags[]=${tag}&limit=200&archived=${archived}`),
    ),
  );
  return first!.length + second!.length;
}

/** The text of the first line of the detail that says which line of the message it is. */
function lineIn(desk: Terminal): string | undefined {
  return /This is line (\d+)\./.exec(desk.text())?.[1];
}

/** A key that is meant for the painted frame is dropped, with a word, if another place is behind it. */
async function quit(desk: Terminal): Promise<void> {
  desk.press('quit-now');
  let hasEnded = false;
  const ended = desk.exit().then(() => {
    hasEnded = true;
  });
  const isDropped = () => desk.text().includes('was for another screen: dropped');
  await desk.until(() => hasEnded || isDropped(), 'It neither ended nor said why not');
  if (!hasEnded) desk.press('quit-now');
  await ended;
}

test('a desk that starts is where the last one ended, however that ended', async () => {
  const { backstage, ids } = await openFull();
  const first = await openDesk(backstage);
  first.press('list.filter', 'ctrl-u');
  first.type('tag:bulk');
  first.press('enter');
  await first.sees(/ All · tag bulk +200/);
  first.press('list.sort', '4');
  await first.sees(/ All · tag bulk · created +200/);
  first.press('list.mark-matching');
  await first.sees('Mark all');
  first.press('y');
  await first.sees('200 marked');
  first.press('cursor.down', 'cursor.down', 'cursor.down', 'open');
  await first.sees('This is line 1.');
  first.press('cursor.half-down', 'cursor.half-down');
  await first.seesNot('This is line 1.');
  await first.settled();
  const line = lineIn(first);
  first.press('pane.left', 'conversation.tag');
  await first.sees('Tags of 200 conversations');
  first.type('urge');
  first.press('left');
  await first.sees('new tag “urge”');
  await sleep(SAVED_MS);
  first.kill('SIGKILL');
  await first.exit();

  await backstage.ask('POST', `/conversations/${ids[0]!}/merge`, { conversation_ids: [ids[10]!] });
  const second = await openDesk(backstage);
  await second.sees('200 marked, 1 is gone');
  await second.sees('Tags of 199 conversations');
  await second.until(() => lineIn(second) === line, `line ${line} again`);
  second.type('nc');
  await second.sees('new tag “urgnce”');
  second.press('backspace', 'backspace', 'right');
  second.type('nt');
  await second.sees('new tag “urgent”');
  second.press('enter');
  await second.sees('Tagged 199 conversations');
  second.press('esc', 'list.filter');
  await second.sees('tag:bulk');
  second.type('waits');
  await sleep(SAVED_MS);
  second.kill('SIGHUP');
  await second.exit();
  expect(await tagged(backstage, 'urgent')).toBe(199);

  const third = await openDesk(backstage);
  await third.sees('tag:bulk sort:created waits');
  await third.sees('199 marked');
  await third.until(() => lineIn(third) === line, `line ${line} again`);
  third.press('esc', 'undo');
  await third.sees('Undone: Tagged 199 conversations');
  third.press('cursor.down', 'quit-now');
  expect(await third.exit()).toEqual({ exitCode: 0, signal: 0 });
  expect(await tagged(backstage, 'urgent')).toBe(0);

  const last = await openDesk(backstage, { args: ['--view', 'Archived'] });
  await last.sees(/ Archived +0/);
  await last.sees('199 marked');
  const beside = await openDesk(backstage);
  // Its own list, not the last frame.
  await beside.sees(/│ Unresolved 200 +│/);
  await beside.seesNot('marked');
  for (const desk of [beside, last]) await quit(desk);
});

test('a place belongs to its agent, and is known before the first list is asked for', async () => {
  const center = await openWatchedCenter();
  for (const title of ['Refund', 'Invoice', 'Parcel'])
    await center.ask('POST', '/conversations', { title, tags: ['vip'] });
  const [ana, bob] = [await center.agent('Ana', 'admin'), await center.agent('Bob', 'admin')];
  const leave = async (desk: Terminal): Promise<void> => {
    await sleep(SAVED_MS);
    desk.kill('SIGTERM');
    await desk.exit();
  };
  const lists = (): readonly string[] =>
    center.reads.filter(read => /^GET .(?:conversations|start)\?.*limit=30/.test(read));

  const first = await center.openDesk(ana.token);
  first.press('list.filter', 'ctrl-u');
  first.type('tag:vip');
  first.press('enter');
  await first.sees(/ All · tag vip 3 /);
  first.press('cursor.down', 'list.mark');
  await first.sees('1 marked');
  await leave(first);

  center.reads.length = 0;
  const same = await center.openDesk(ana.token);
  await same.sees(/ All · tag vip 3 /);
  await same.sees('1 marked');
  // The last frame is there before anything is asked for.
  await same.until(() => lists().length > 0, 'The list is not read');
  expect(lists()).toHaveLength(1);
  expect(lists()[0]).toContain('vip');
  await leave(same);

  const readOnly = await center.openDesk(ana.token, { args: ['--read-only'] });
  await readOnly.sees(/ All · tag vip 3 /);
  await readOnly.sees('1 marked');
  await leave(readOnly);

  const other = await center.openDesk(bob.token);
  await other.sees(/^ Unresolved 3 /m);
  await other.seesNot('marked');
  await leave(other);

  center.reads.length = 0;
  const renewed = await center.openDesk(await ana.login());
  await renewed.sees(/ All · tag vip 3 /);
  await renewed.sees('1 marked');
  expect(lists()).toHaveLength(1);
  await leave(renewed);
});
