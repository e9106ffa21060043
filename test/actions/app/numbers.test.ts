import { expect, onTestFinished, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { linesIn, titleIn } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { macroCenter } from '../../state/macro/macro-desk.ts';

/** The page as it is on the screen: its title, and its first line. */
function pageOf(desk: Desk): string {
  return [titleIn(desk), linesIn(desk)[0]].join(': ');
}

test('the numbers stay on the page until the next ones are read', async () => {
  const bench = await macroCenter();
  onTestFinished(bench.center.close);
  const desk = await bench.openDesk([]);
  onTestFinished(desk.stop);
  press(desk, 'numbers');
  expect(pageOf(desk)).toBe('Numbers of 7 days, by agent: Reading…');
  await bench.idle();
  expect(pageOf(desk)).toMatch(/^Numbers of 7 days, by agent: .*CAME/);
  press(desk, 'd', 'm');
  expect(pageOf(desk)).toMatch(/^Numbers of 7 days, by agent · reading…: .*CAME/);
  await bench.idle();
  expect(pageOf(desk)).toMatch(/^Numbers of 30 days, by day: .*CAME/);
});
