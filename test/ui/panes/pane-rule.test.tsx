import { describe, expect, test } from 'vitest';
import { draw, rowsOf } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const SIZE = { columns: 80, rows: 24 };
const DIM = '\x1b[2m';

describe('the rule between list and detail', () => {
  test('says what waits above the list, so that no row of the list is spent on it', () => {
    const rows = rowsOf(fakeDesk(sampleWorld(SIZE, { isStacked: true })).desk);
    expect(rows[9]).toBe(`─ 3 new above · gg shows them ${'─'.repeat(50)}`);
    expect(rows[8]).toContain('1027');
  });

  test('beside a detail, a list says it in its last row', () => {
    const rows = rowsOf(fakeDesk(sampleWorld(SIZE)).desk);
    expect(rows[21]).toMatch(/^ 3 new above · gg shows them +│/);
  });

  test('no key is named that goes elsewhere while the detail has the keys', () => {
    const rows = rowsOf(fakeDesk(sampleWorld(SIZE, { pane: 'detail', link: 'fast' })).desk);
    expect(rows[21]).toMatch(/^ 3 new above +│/);
  });

  test.each([
    ['list', [9]],
    ['detail', [22]],
    ['inboxes', [9]],
  ] as const)('with the keys in %s, of the whole rules only that one is bright (row %j)', (pane, bright) => {
    const drawn = draw(fakeDesk(sampleWorld(SIZE, { isStacked: true, pane })).desk);
    const lines = drawn.raw().split('\n');
    expect([9, 22].filter(y => !lines[y]!.includes(DIM))).toEqual(bright);
    drawn.end();
  });

  test('on a slow link it is the same wherever the keys are', () => {
    const rulesOf = (pane: 'list' | 'detail') => {
      const drawn = draw(fakeDesk(sampleWorld(SIZE, { isStacked: true, pane, link: 'slow' })).desk);
      drawn.end();
      return [9, 22].map(y => drawn.raw().split('\n')[y]);
    };
    expect(rulesOf('list')).toEqual(rulesOf('detail'));
  });
});
