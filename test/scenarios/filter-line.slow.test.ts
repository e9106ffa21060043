import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { costOf } from '../harness/cost.ts';
import { openBackstage, openDesk } from './open-desk.ts';

const SIZE = { columns: 120, rows: 36 };

test('/ can be written by Tab alone, and the arrows bring earlier lines back', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund please', { tags: ['gold customer', 'refund'] });
  await backstage.conversation('Where is my parcel', { name: 'Tomasz Kos', tags: ['gold fish'] });
  const desk = await openDesk(backstage);
  await desk.sees('Where is my');

  desk.press('list.filter', 'ctrl-u');
  await desk.sees('status: assignee: tag: inbox:');
  desk.type('t');
  desk.press('tab');
  await desk.sees('/ tag:');
  await desk.sees('gold customer 1  gold fish 1  refund 1');
  desk.press('tab', 'shift-tab');
  await desk.sees('/ tag:refund');
  desk.press('shift-tab');
  await desk.sees('/ tag:"gold fish"');
  desk.type(' fr');
  desk.press('tab');
  desk.type('kos');
  desk.press('tab');
  await desk.sees('/ tag:"gold fish" from:"Tomasz Kos"');
  desk.press('enter');
  await desk.sees('All · tag gold fish');
  await desk.seesNot('Refund please');

  desk.press('list.filter', 'ctrl-u');
  desk.type('-s');
  desk.press('tab');
  desk.type('cl');
  desk.press('tab', 'enter');
  await desk.sees('All · not closed');
  await desk.sees('Refund please');

  desk.press('list.filter', 'ctrl-u');
  desk.type('parcel');
  desk.press('up');
  await desk.sees('/ -status:closed');
  desk.press('up');
  await desk.sees('/ tag:"gold fish" from:');
  desk.press('down', 'down');
  await desk.sees('/ parcel');
  desk.press('up', 'up', 'enter');
  await desk.sees('All · tag gold fish');
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});

test.for(['fast', 'slow'] as const)('a letter typed into the filter line is one byte, over a %s link', async link => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund please', { tags: ['vip'] });
  const desk = await openDesk(backstage, { ...SIZE, args: ['--link', link] });
  await desk.sees('Refund please');
  await desk.settled(600);
  desk.press('list.filter');
  await desk.sees('Enter list');
  // Longer than the pause after which the hint comes.
  await sleep(500);
  await desk.settled();
  await desk.sees('status: assignee:');
  const costs: number[] = [];
  for (const letter of 'order 7741')
    costs.push((await costOf(desk, SIZE, () => desk.type(letter), { withinMs: 60_000 })).bytes);
  expect(costs).toEqual(costs.map(() => 1));
  desk.type(' status:');
  await desk.sees('open  closed');
  desk.type('opne');
  await desk.sees('did you mean open?');
  const idle = await costOf(desk, SIZE, () => undefined, { withinMs: 700 });
  expect(idle.bytes).toBe(0);
  desk.press('esc');
  await desk.seesNot('Enter list');
  await desk.sees(/Refund please .*— /);
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});
