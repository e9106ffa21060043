import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { openBackstage, openDesk } from './open-desk.ts';

/** The rows that are one rule from edge to edge, but for the one above the footer. */
function rulesOf(desk: Terminal): readonly number[] {
  return desk
    .screen()
    .slice(0, -2)
    .flatMap((row, y) => (/^─+$/.test(row) ? [y] : []));
}

async function toggle(desk: Terminal): Promise<void> {
  desk.press('palette');
  await desk.sees('All actions');
  desk.type('stacked');
  await desk.sees('Detail below or beside');
  desk.press('enter');
  await desk.seesNot('All actions');
}

test('app.layout: the detail goes below the list and back beside it, and any resize keeps cursor and text', async () => {
  const backstage = await openBackstage();
  for (let number = 1; number <= 30; number += 1) await backstage.conversation(`Parcel ${number}`);
  const desk = await openDesk(backstage, { columns: 80, rows: 24 });
  desk.press('cursor.down', 'cursor.down', 'cursor.down');
  await desk.sees('#27 Parcel 27');
  await desk.until(() => rulesOf(desk).join() === '9', 'no rule below the list');
  expect(desk.row('#27 Parcel 27').y).toBe(10);
  expect(desk.row('could you help me').y).toBeGreaterThan(10);
  for (const [columns, rows] of [
    [120, 40],
    [40, 12],
    [80, 12],
    [200, 50],
    [80, 24],
  ] as const) {
    desk.resize(columns, rows);
    await desk.sees('? help');
    await desk.until(() => / 27 .*Parcel 27/.test(desk.screen()[desk.cursor().y] ?? ''), 'the cursor has moved');
  }
  await desk.until(() => rulesOf(desk).join() === '9', 'no rule below the list');
  expect(desk.screen()[0]).toContain('4 Archived');
  desk.press('pane.left');
  await desk.sees('Inboxes');
  // The pane names the views, and its wall would cut them in the head.
  expect(desk.row(' Inboxes').text).not.toContain('Archived');
  expect(desk.row('#27 Parcel 27').y).toBe(10);
  desk.press('pane.right', 'pane.widen');
  await desk.seesNot('could you help me');
  desk.press('pane.widen');
  await desk.sees('could you help me');
  await toggle(desk);
  await desk.until(() => rulesOf(desk).length === 0, 'the detail is still below the list');
  expect(desk.row('#27 Parcel 27').y).toBe(0);
});

test('on a slow link the detail is below the list, unless the settings say beside; a low window says why not', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Parcel');
  const slow = await openDesk(backstage, { columns: 80, rows: 24, args: ['--link', 'slow'] });
  await slow.until(() => rulesOf(slow).join() === '9', 'no rule below the list');
  slow.resize(80, 15);
  await slow.until(() => rulesOf(slow).length === 0, 'stacked in 15 rows');
  await toggle(slow);
  await slow.sees('too small to hold one above the other');
  const beside = await openDesk(backstage, { columns: 80, rows: 24, args: ['--link', 'slow', '--layout', 'beside'] });
  await beside.sees('#1 Parcel');
  expect(rulesOf(beside)).toEqual([]);
});

test('the agent’s arrangement is found by the next desk at the same width, and at no other', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Parcel');
  const size = { columns: 120, rows: 36 };
  const first = await openDesk(backstage, size);
  await first.until(() => rulesOf(first).join() === '14', 'no rule below the list');
  first.press('list.larger');
  await first.until(() => rulesOf(first).join() === '16', 'the border has not moved');
  first.press('app.layout');
  await first.sees(/^ Inboxes .*│ #1 Parcel/m);
  first.press('quit');
  await first.exit();

  const second = await openDesk(backstage, size);
  await second.sees(/^ Inboxes .*│ #1 Parcel/m);
  second.resize(110, 36);
  await second.until(() => rulesOf(second).join() === '14', 'another width is as the desk chooses');
  second.resize(120, 36);
  await second.sees(/^ Inboxes .*│ #1 Parcel/m);
  second.press('app.layout');
  await second.until(() => rulesOf(second).join() === '16', 'the border was not kept');
});
