import { Box } from 'ink';
import { Profiler } from 'react';
import { describe, expect, test } from 'vitest';
import { Footer } from '../../src/ui/footer.tsx';
import { layoutOf } from '../../src/ui/layout.ts';
import { DetailPane } from '../../src/ui/panes/detail-pane.tsx';
import { InboxesPane } from '../../src/ui/panes/inboxes-pane.tsx';
import { ListPane } from '../../src/ui/panes/list-pane.tsx';
import { press } from '../harness/press.ts';
import { draw } from './screen.tsx';
import { fakeDesk, sampleWorld } from './world.ts';

const SIZE = { columns: 120, rows: 36 };

/** Draws all panes side by side and counts, for some keys, how often each was drawn again. */
async function rendersOf(keys: readonly string[]) {
  const { desk } = fakeDesk(sampleWorld(SIZE));
  const { bodyRows, panes } = layoutOf(SIZE, { pane: 'list', isWide: false, isStacked: false, ownLayouts: {} });
  const counts: Record<string, number> = {};
  const count = (id: string) => {
    counts[id] = (counts[id] ?? 0) + 1;
  };
  const drawn = draw(desk, {
    part: (
      <Box width={SIZE.columns} height={SIZE.rows}>
        <Profiler id="inboxes" onRender={count}>
          <InboxesPane box={panes[0]!} rows={bodyRows} />
        </Profiler>
        <Profiler id="list" onRender={count}>
          <ListPane hasViews={false} box={panes[1]!} screen={SIZE.columns} isStacked={false} />
        </Profiler>
        <Profiler id="detail" onRender={count}>
          <DetailPane box={panes[2]!} />
        </Profiler>
        <Profiler id="footer" onRender={count}>
          <Footer columns={SIZE.columns} />
        </Profiler>
      </Box>
    ),
  });
  // The first key also redraws the detail: it marks it as behind the cursor.
  press(desk, 'cursor.down');
  await drawn.settle();
  for (const id of Object.keys(counts)) counts[id] = 0;
  const frames = drawn.count();
  press(desk, ...keys);
  await drawn.settle();
  const result = { counts, frames: drawn.count() - frames };
  drawn.end();
  return result;
}

describe('a key redraws what it changes, and nothing else', () => {
  test('down in the list: the list', async () => {
    expect(await rendersOf(['cursor.down'])).toEqual({
      counts: { inboxes: 0, list: 1, detail: 0, footer: 0 },
      frames: 1,
    });
  });

  test('ten keys of one read: the list once, in one frame', async () => {
    const keys = Array.from({ length: 10 }, () => 'cursor.down');
    expect(await rendersOf(keys)).toEqual({ counts: { inboxes: 0, list: 1, detail: 0, footer: 0 }, frames: 1 });
  });

  test('a mark: the list and the footer that counts it', async () => {
    expect((await rendersOf(['list.mark'])).counts).toEqual({ inboxes: 0, list: 1, detail: 0, footer: 1 });
  });
});
