import { describe, expect, test } from 'vitest';
import { linkList } from '../../src/actions/detail/links.ts';
import { openSheet, topOverlay } from '../../src/keys/overlay.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

function open() {
  return fakeDesk(sampleWorld({ columns: 80, rows: 24 })).desk;
}

describe('a box', () => {
  test('is opened with the data that its action names, and does not compile with other data', () => {
    const desk = open();
    openSheet(desk, linkList, 'https://a.example');
    expect(topOverlay(desk.world())).toEqual({
      kind: 'sheet',
      actionId: 'link.list',
      top: 0,
      data: 'https://a.example',
    });
    // @ts-expect-error: a page of links shows text
    openSheet(desk, linkList, 7);
  });
});
