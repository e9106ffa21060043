import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { WIDE_AMBIGUOUS } from '../harness/wide-ambiguous.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

async function furnished(): Promise<Backstage> {
  const backstage = await openBackstage();
  await backstage.conversation('Где мой заказ 7741?', { name: 'Екатерина Ш', body: 'Он стоил ±5 € — где он?' });
  await backstage.conversation('Refund please', { body: 'It is ½ of the price.' });
  return backstage;
}

/** The cells at which the walls between the panes stand, row by row. */
function walls(desk: Terminal, sign: string): number[][] {
  return desk
    .screen()
    .slice(0, 30)
    .map((_, y) => Array.from({ length: 160 }, (_, x) => x).filter(x => desk.cell(x, y).char === sign && x > 10));
}
function expectStraight(desk: Terminal, sign: string): void {
  const found = walls(desk, sign).map(places => places.filter(x => x === 20 || x > 60).slice(0, 2));
  for (const places of found) expect(places).toEqual(found[0]);
}

test.for([0, 400])(
  'a terminal that draws them wide and answers after %i ms gets ASCII signs, and columns are straight',
  async answersAfterMs => {
    const desk = await openDesk(await furnished(), { widths: WIDE_AMBIGUOUS, answersAfterMs });
    await desk.sees('-0 Unresolved');
    await desk.sees('Refund please');
    await desk.settled();
    expectStraight(desk, '|');
    expect(desk.text()).not.toMatch(/[●▌│…·—]/);
    desk.press('cursor.down');
    await desk.sees('#1 ');
    await desk.settled();
    expectStraight(desk, '|');
    const shown = desk.screen();
    desk.press('repaint');
    await desk.settled();
    expect(desk.screen()).toEqual(shown);
  },
);

test('the answer is not a key, is asked for once, and costs an ordinary terminal no second frame', async () => {
  const desk = await openDesk(await furnished());
  await desk.sees('Refund please');
  await desk.settled();
  expect(desk.output().match(/\x1b\[3;1H●\x1b\[6n/g)).toHaveLength(1);
  expect(desk.output().split('\x1b[J')).toHaveLength(2);
  expect(desk.text()).not.toContain('does nothing here');
  desk.press('repaint');
  await desk.settled();
  expect(desk.output().match(/\x1b\[6n/g)).toHaveLength(1);
});

test('--ambiguous 2 asks nothing and draws ASCII signs; --ambiguous 1 asks nothing', async () => {
  const backstage = await furnished();
  const wide = await openDesk(backstage, { args: ['--ambiguous', '2'], widths: WIDE_AMBIGUOUS });
  await wide.sees('-0 Unresolved');
  expectStraight(wide, '|');
  expect(wide.output()).not.toContain('●');
  const narrow = await openDesk(backstage, { args: ['--ambiguous', '1'] });
  await narrow.sees('│');
  expect(narrow.output()).not.toContain('\x1b[6n');
});
