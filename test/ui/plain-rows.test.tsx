import { expect, test, vi } from 'vitest';
import Output from '../../node_modules/ink/build/output.js';
import { createDrawByRow, type Drawing } from '../../src/terminal/output/plain-rows.ts';
import { rowsOf } from './screen.tsx';
import { PANES, SIZES } from './sizes.ts';
import { fakeDesk, sampleWorld } from './world.ts';

/** How many rows of the frames that are drawn meanwhile Ink would draw itself, of all that there are. */
function rowsByCell(draw: () => void): { byCell: number; all: number } {
  const counted = { byCell: 0, all: 0 };
  const drawByRow = createDrawByRow();
  const { get } = Output.prototype;
  const spy = vi.spyOn(Output.prototype, 'get').mockImplementation(function (this: Output) {
    counted.all += drawByRow(this as unknown as Drawing, part => {
      counted.byCell += part.height;
      return '';
    }).height;
    return get.call(this);
  });
  try {
    draw();
  } finally {
    spy.mockRestore();
  }
  return counted;
}

test.each(SIZES)('all rows of the panes are plain at $columns x $rows', size => {
  const { byCell, all } = rowsByCell(() => {
    // Stacked, the inboxes are over the list: such rows are made of both.
    for (const pane of PANES)
      for (const isStacked of pane === 'inboxes' ? [false] : [false, true])
        rowsOf(fakeDesk(sampleWorld(size, { pane, isStacked })).desk);
  });
  expect(all).toBeGreaterThanOrEqual((PANES.length * 2 - 1) * size.rows);
  expect(byCell).toBe(0);
});
