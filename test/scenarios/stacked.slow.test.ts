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
