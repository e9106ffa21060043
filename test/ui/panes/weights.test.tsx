import { describe, expect, test } from 'vitest';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Conversation, World } from '../../../src/state/world.ts';
import { draw } from '../screen.tsx';
import { conversation, fakeDesk, NOW, sampleWorld } from '../world.ts';

const SIZE = { columns: 120, rows: 36 };
const HOUR = 3_600_000;

/** Lines of the screen with their escape sequences. */
function linesOf(
  more: Partial<World>,
  of: Partial<Conversation> = {},
  size: { columns: number; rows: number } = SIZE,
): string[] {
  const world = sampleWorld(size, more);
  const first = { ...conversation(1042, 'Refund for order 7741', { assign_to: 1 }), ...of };
  const conversations = IdMap.of([...world.base.conversations].map(([id, one]) => [id, id === 1042 ? first : one]));
  const drawn = draw(fakeDesk({ ...world, base: { ...world.base, conversations } }).desk);
  const lines = drawn.raw().split('\n');
  drawn.end();
  return lines;
}

describe('weights', () => {
  test('an unread row is bold, and ages and the names of others are dim, on a fast link', () => {
    const [, , unread, others] = linesOf({ link: 'fast' });
    expect(unread).toContain('\x1b[1m1041 Zoë Quinn');
    expect(others).toMatch(/\x1b\[2m +Bob +31m\x1b\[22m/);
    expect(others).not.toContain('\x1b[1m1039');
  });

  test('my own name is not dim', () => {
    expect(linesOf({ link: 'fast', pane: 'detail' })[1]).toMatch(/ Ana\x1b\[2m +1h\x1b\[22m/);
  });

  test('on a slow link the signs alone say it', () => {
    const [, , unread, others] = linesOf({ link: 'slow' });
    expect(unread).toMatch(/● *\x1b\[39m 1041|●.* 1041 Zoë Quinn/);
    expect(unread!.split('│')[1]).not.toContain('\x1b[1m');
    expect(others!.split('│')[1]).not.toContain('\x1b[2m ');
  });

  test.for([
    ['in a pane of some width, who wrote is bold and when is dim', SIZE, true],
    ['in a narrow pane neither is', { columns: 80, rows: 24 }, false],
  ] as const)('%s', ([, size, hasWeights]) => {
    const details = linesOf({ link: 'fast' }, {}, size).map(line => line.split('│').at(-1)!);
    const head = details.find(line => / \d\d:\d\d/.test(line))!;
    expect(head.includes('\x1b[1m')).toBe(hasWeights);
    expect(/\x1b\[2m [^\x1b]*\d\d:\d\d/.test(head)).toBe(hasWeights);
  });

  test('only the pane with the keys has a bright cursor', () => {
    for (const pane of ['inboxes', 'list'] as const) {
      const text = linesOf({ pane, link: 'slow' })
        .join('\n')
        .replace(/\x1b\[[\d;]*m/g, '');
      expect(text.match(/▌/g)).toHaveLength(1);
      expect(text.match(/(?:^|│)·/gm)).toHaveLength(1);
    }
  });

  test.for([
    [2, 'waits 2 h', /[^m]waits 2 h/],
    [30, 'waits 1 day', /\x1b\[1mwaits 1 day/],
    [80, 'waits 3 days', /\x1b\[1m\x1b\[91mwaits 3 days/],
  ] as const)('a customer who waits %i hours: %s', ([hours, , shown]) => {
    for (const isStacked of [false, true]) {
      const head = linesOf({ link: 'fast', isStacked }, { waiting_since: NOW - hours * HOUR });
      expect(head[isStacked ? 15 : 0]).toMatch(shown);
    }
  });

  test.for([
    [2, { last_message_at: NOW - 60_000 }, /\x1b\[2m +1m\x1b\[22m/],
    [30, { last_message_at: NOW - 60_000 }, /\x1b\[1m +(?:yst|1d)\x1b\[22m/],
    [80, { last_message_at: NOW - 60_000 }, /\x1b\[1m\x1b\[91m +3d\x1b/],
    // An unread row is the more urgent one: no quieter than a read one.
    [80, { last_message_at: NOW - 60_000, unread: true }, /\x1b\[1m\x1b\[91m +3d\x1b/],
    [1, { last_message_at: NOW - 60_000, unread: true, due_at: NOW - 1 }, /\x1b\[1m\x1b\[91m +late\x1b/],
    [1, { last_message_at: NOW - 60_000, unread: false, due_at: NOW - 1 }, /\x1b\[1m\x1b\[91m +late\x1b/],
  ] as const)(
    'in the list, a customer who waits %i hours (%j) stands out by how long that is',
    ([hours, of, shown]) => {
      const row = linesOf({ link: 'fast', pane: 'detail' }, { ...of, waiting_since: NOW - hours * HOUR })[1];
      expect(row).toMatch(shown);
    },
  );

  test('on a slow link its age is that of the last message', () => {
    const of = { last_message_at: NOW - 60_000, waiting_since: NOW - 80 * HOUR };
    expect(linesOf({ link: 'slow', pane: 'detail' }, of)[1]!.split('│')[1]).toContain(' 1m ');
  });
});
