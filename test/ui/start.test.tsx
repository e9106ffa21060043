import { describe, expect, test } from 'vitest';
import { bound } from '../../src/actions/index.ts';
import { begin } from '../../src/keys/flow.ts';
import { lineFlow } from '../../src/keys/one-box.ts';
import type { Desk } from '../../src/state/desk.ts';
import type { Key } from '../../src/terminal/input/key.ts';
import { muteStdin } from '../../src/terminal/mute-stdin.ts';
import { createInkStdout } from '../../src/terminal/output/ink-stdout.ts';
import { t } from '../../src/text/safe.ts';
import { startDesk } from '../../src/ui/start.tsx';
import { keysFor } from '../harness/key-names.ts';
import { fakeDesk, sampleWorld } from './world.ts';

/** A started desk on a screen that can be typed at and made another size. */
function start(desk: Desk, first = { columns: 80, rows: 24 }) {
  let size = first;
  let type: (keys: readonly Key[]) => void = () => undefined;
  const frames: string[] = [];
  const stdout = createInkStdout({
    columns: () => size.columns,
    rows: () => size.rows,
    onChunk: chunk => frames.push(chunk),
  });
  const started = startDesk({
    desk,
    bound,
    stdout,
    stdin: muteStdin(),
    onKeys: listener => {
      type = listener;
    },
    color: true,
    ascii: false,
  });
  return {
    started,
    frame: () => frames.findLast(chunk => chunk.includes('\n')) ?? '',
    press: async (...names: string[]) => {
      type(names.flatMap(keysFor).map(name => ({ kind: 'key', name })));
      await new Promise(resolve => setImmediate(resolve));
    },
    resize: async (next: { columns: number; rows: number }) => {
      size = next;
      stdout.emit('resize');
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

function plainRows(frame: string): readonly string[] {
  return frame.replace(/\x1b\[[\d;]*m/g, '').split('\n');
}

describe('a started desk', () => {
  test('shows the world and acts on keys', async () => {
    const { desk, asked } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    const screen = start(desk);
    expect(screen.frame()).toContain('Refund for order 7741');
    await screen.press('help');
    expect(screen.frame()).toContain('Keys in the list');
    await screen.press('esc', 'conversation.archive');
    expect(asked.commits).toHaveLength(1);
    screen.started.unmount();
    await screen.started.exited;
  });

  test.each(['beside', 'stacked'] as const)(
    '%s, it fits every new size, and keeps cursor and overlay',
    async layout => {
      const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { layout }));
      const screen = start(desk);
      await screen.press('cursor.bottom', 'conversation.assign');
      for (const size of [
        { columns: 40, rows: 12 },
        { columns: 120, rows: 40 },
        { columns: 25, rows: 5 },
      ]) {
        await screen.resize(size);
        expect(screen.frame().split('\n')).toHaveLength(size.rows);
        expect(desk.world().viewport).toMatchObject(size);
        expect(desk.world().list.cursorId).toBe(1022);
        expect(desk.world().overlays).toHaveLength(1);
      }
      screen.started.unmount();
      await screen.started.exited;
    },
  );

  test('a link that becomes slow stacks the panes at the next change of place, not before', async () => {
    const size = { columns: 160, rows: 24 };
    const { desk } = fakeDesk(sampleWorld(size));
    const screen = start(desk, size);
    const isStacked = () => plainRows(screen.frame())[9]!.startsWith('─');
    desk.set({ link: 'slow' });
    await screen.press('cursor.down');
    expect(isStacked()).toBe(false);
    const stays = { cursorId: 1041, cursorIndex: 1 };
    await screen.press('pane.right');
    expect(isStacked()).toBe(true);
    expect(desk.world().list).toMatchObject(stays);
    desk.set({ link: 'fast' });
    await screen.press('cursor.down');
    expect(isStacked()).toBe(true);
    await screen.press('pane.left');
    expect(isStacked()).toBe(false);
    expect(desk.world().list).toMatchObject(stays);
    screen.started.unmount();
    await screen.started.exited;
  });

  test('auto puts the detail beside the list only where both have room, at every size', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
    const screen = start(desk);
    const seen: [number, boolean][] = [];
    for (const columns of [120, 153, 154, 200, 80, 154]) {
      await screen.resize({ columns, rows: 36 });
      seen.push([columns, desk.world().isStacked]);
    }
    expect(seen).toEqual([
      [120, true],
      [153, true],
      [154, false],
      [200, false],
      [80, true],
      [154, false],
    ]);
    screen.started.unmount();
    await screen.started.exited;
  });

  test('the agent’s own arrangement holds at its width alone, beside the setting and the link', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
    const screen = start(desk);
    await screen.resize({ columns: 120, rows: 36 });
    await screen.press('app.layout', 'list.smaller');
    const shape = () => [desk.world().isStacked, desk.world().viewport.border?.at];
    expect(shape()).toEqual([false, 43]);
    await screen.press('app.layout', 'list.larger', 'list.larger');
    expect(shape()).toEqual([true, 18]);
    await screen.press('app.layout');
    expect(shape()).toEqual([false, 43]);
    desk.set({ link: 'slow' });
    await screen.press('pane.next', 'pane.next');
    expect(shape()[0]).toBe(false);
    await screen.resize({ columns: 121, rows: 36 });
    expect(shape()).toEqual([true, 14]);
    await screen.resize({ columns: 120, rows: 36 });
    expect(shape()).toEqual([false, 43]);
    screen.started.unmount();
    await screen.started.exited;
  });

  test('the border stops where a pane would be too small, and its key says so', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    const screen = start(desk);
    for (let times = 0; times < 9; times += 1) await screen.press('list.larger');
    expect(desk.world().viewport.border).toEqual({ at: 14, least: 4, most: 14 });
    expect(screen.frame()).toContain('One of the panes would be too small.');
    await screen.press('pane.widen', 'list.larger');
    expect(screen.frame()).toContain('not both on the screen');
    screen.started.unmount();
    await screen.started.exited;
  });

  test.each(['beside', 'stacked'] as const)('with the layout %s the link moves nothing', async layout => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { layout, link: 'slow' }));
    const screen = start(desk);
    for (const link of ['fast', 'slow'] as const) {
      desk.set({ link });
      await screen.press('pane.next');
      expect(desk.world().isStacked).toBe(layout === 'stacked');
    }
    screen.started.unmount();
    await screen.started.exited;
  });

  test('a terminal that tells no size counts as 80x24', () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 200, rows: 60 }));
    const screen = start(desk, { columns: 0, rows: 0 });
    expect(desk.world().viewport).toMatchObject({ columns: 80, rows: 24 });
    screen.started.unmount();
  });

  test('reports a failure in a drawn part instead of painting it', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    const screen = start(desk);
    const title = () => {
      throw new TypeError('not drawn');
    };
    begin(desk, lineFlow({ id: 'broken', title, verb: t`go on`, answer: () => undefined }));
    await expect(screen.started.exited).rejects.toThrow(TypeError);
    expect(screen.frame()).not.toContain('TypeError');
    screen.started.unmount();
  });

  test('reports a failure of a key', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    const screen = start({
      ...desk,
      hooks: {
        ...desk.hooks,
        repaint: () => {
          throw new Error('no screen');
        },
      },
    });
    const exited = expect(screen.started.exited).rejects.toThrow('no screen');
    await screen.press('repaint');
    await exited;
    screen.started.unmount();
  });
});
