import { describe, expect, test } from 'vitest';
import type { Desk } from '../../src/state/desk.ts';
import type { World } from '../../src/state/world.ts';
import { t } from '../../src/text/safe.ts';
import { press as pressOn } from '../harness/press.ts';
import { draw, rowsOf } from './screen.tsx';
import { fakeDesk, sampleWorld } from './world.ts';

const SIZE = { columns: 80, rows: 24 };
function slow(more: Partial<World> = {}) {
  return sampleWorld(SIZE, { link: 'slow', ...more });
}
function press(desk: Desk, ...names: string[]) {
  return pressOn(desk, ...names);
}

/** Draws, changes the world, and returns the rows before and after. */
async function across(world: World, change: (desk: Desk) => void) {
  const { desk } = fakeDesk(world);
  const drawn = draw(desk);
  const before = drawn.rows();
  change(desk);
  await drawn.settle();
  const after = drawn.rows();
  drawn.end();
  return { before, after };
}

/** The rows inside the box that ends at the right edge. */
function inBox(rows: readonly string[]): readonly string[] {
  return rows.flatMap(row => /│([^│]{46})│$/.exec(row)?.[1] ?? []);
}

describe('over a slow link', () => {
  test('the footer says slow, and names no key but the one for help', () => {
    expect(rowsOf(fakeDesk(slow()).desk)[23]).toMatch(/^ 2 marked {2}\? help +slow$/);
  });

  test('the row that the detail still shows keeps a thin marker, and the head of the detail stays as it is', async () => {
    const { before, after } = await across(slow(), desk => press(desk, 'cursor.down', 'cursor.down'));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toMatch(/^▏/);
    expect(after[3]).toMatch(/^▌/);
  });

  test('a ghost has a sign and its title, and the cursor’s row no thin marker', () => {
    const shape = slow();
    const rows = rowsOf(fakeDesk({ ...shape, list: { ...shape.list, ghosts: new Set([1041]) } }).desk);
    expect(rows[1]).toMatch(/^▌/);
    expect(rows[2]).toMatch(/^ {2}· 1041 Can’t log in/);
  });

  test('the count is the one of the last read until the list is read again', async () => {
    const { before, after } = await across(slow(), desk => {
      const { list } = desk.world();
      desk.set({ list: { ...list, total: 250 } });
    });
    expect(after[0]).toBe(before[0]);
    const again = await across(slow(), desk => {
      const { list } = desk.world();
      desk.set({ list: { ...list, total: 250, asOf: (list.asOf ?? 0) + 1 } });
    });
    expect(again.after[0]).toMatch(/^ Unresolved 250 +│/);
  });

  test('nothing more is drawn in the detail’s head of a conversation that the cursor has left', async () => {
    const change = (desk: Desk) => {
      const world = desk.world();
      const former = world.base.conversations.get(1042)!;
      const conversations = world.base.conversations.with([
        [1042, { ...former, conversation_status_id: 2, status: t`closed` }],
      ]);
      desk.set({ base: { ...world.base, conversations } });
      if (world.link === 'slow') press(desk, 'cursor.down');
    };
    const left = await across(slow(), change);
    expect(left.after[0]).toBe(left.before[0]);
    const fast = await across(sampleWorld(SIZE), change);
    expect(fast.after[0]).toMatch(/closed$/);
  });

  test('a picker reports its changes when it closes, and an error at once', async () => {
    const world = slow();
    const { after } = await across(world, desk => {
      press(desk, 'conversation.tag');
      desk.notify({ tone: 'done', text: t`Tagged #1042`, short: t`Tagged` });
    });
    expect(after[23]).not.toContain('Tagged');
    const closed = await across(world, desk => {
      press(desk, 'conversation.tag');
      desk.notify({ tone: 'done', text: t`Tagged #1042`, short: t`Tagged` });
      press(desk, 'esc');
    });
    expect(closed.after[23]).toContain('Tagged');
    const failed = await across(world, desk => {
      press(desk, 'conversation.tag');
      desk.notify({ tone: 'problem', text: t`Not tagged` });
    });
    expect(failed.after[23]).toContain('Not tagged');
  });

  test('? is a box in the corner, half as high as the screen; going down shows the keys that it has no room for', async () => {
    const { desk } = fakeDesk(slow());
    const before = draw(desk);
    press(desk, 'help');
    const drawn = draw(desk);
    const rows = drawn.rows();
    const box = inBox(rows);
    expect(box).toHaveLength(12);
    expect(box.join()).toContain('Slow link: less is drawn.');
    for (const [y, row] of rows.entries())
      expect(row.slice(0, 32).trimEnd()).toBe(before.rows()[y]!.slice(0, 32).trimEnd());
    expect(box.join()).not.toContain('Assign to me');
    press(desk, 'down', 'down', 'down', 'down', 'down', 'down', 'down', 'down', 'down');
    await drawn.settle();
    expect(inBox(drawn.rows()).join()).toContain('Assign to me');
    before.end();
    drawn.end();
  });

  test('? says what it changes and how the link was when it was opened; on a fast link it says nothing of it', async () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }, { link: 'slow' }));
    desk.set({ wire: { ...desk.world().wire, roundTripMs: 302.4, bytesPerSecond: 1_180 } });
    press(desk, 'help');
    const drawn = draw(desk);
    const text = drawn.rows().join('\n');
    const said = inBox(drawn.rows()).join(' ').replace(/ +/g, ' ');
    expect(said).toContain('Slow link (302 ms, 1,180 bytes a second)');
    for (const word of ['marker', '400 ms', 'half a page', 'counts', 'hints', '(·)']) expect(said).toContain(word);
    const frames = drawn.count();
    desk.set({ wire: { ...desk.world().wire, roundTripMs: 500 } });
    await drawn.settle();
    expect(drawn.rows().join('\n')).toBe(text);
    expect(drawn.count()).toBeLessThanOrEqual(frames + 1);
    drawn.end();
    const fast = fakeDesk(sampleWorld(SIZE));
    press(fast.desk, 'help');
    expect(rowsOf(fast.desk).join('\n')).not.toContain('Slow link');
  });
});

test('a measurement redraws nothing', async () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }));
  const drawn = draw(desk);
  const frames = drawn.count();
  for (let ms = 1; ms <= 20; ms++) desk.set({ wire: { ...desk.world().wire, roundTripMs: ms, bytesPerSecond: ms } });
  await drawn.settle();
  expect(drawn.count()).toBe(frames);
  drawn.end();
});
