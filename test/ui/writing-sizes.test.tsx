import { describe, expect, test } from 'vitest';
import { rereadList } from '../../src/state/sync/list.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import { createScreen } from '../../src/terminal/output/screen.ts';
import { safeBlock, safeLine } from '../../src/text/safe.ts';
import { fitDesk } from '../../src/ui/fit-screen.ts';
import { viewportOf } from '../../src/ui/layout.ts';
import { press, pressKeys } from '../harness/press.ts';
import { fakeCenter, row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';
import { people } from '../state/reply/people.ts';
import { draw, rowsOf } from './screen.tsx';
import { fakeDesk, inbox, message, sampleWorld, thread } from './world.ts';

const SIGNATURE = 'Ana\nSupport\nShoe Shop';

/** A desk on a long conversation, whose list is above it where there is room. */
function deskAt(columns: number, rows: number, cursorIndex = 0) {
  const world = sampleWorld({ columns, rows });
  const text = Array.from({ length: 90 }, (_, at) => `line ${at}.`).join('\n');
  const long = message(7, text, { cc: people('Bob <bob@partner.example>') });
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const support = { ...inbox(1, 'Support'), emails, signature: safeBlock(SIGNATURE) };
  const threads = IdMap.of(world.list.rows.map(id => [id, thread([long])] as const));
  const { desk } = fakeDesk({ ...world, base: { ...world.base, inboxes: [support], threads } });
  const viewport = viewportOf({ columns, rows }, { ...desk.world(), isStacked: true });
  const cursorId = world.list.rows[cursorIndex]!;
  const list = { ...world.list, marks: new Set<number>(), newAbove: [], cursorIndex, cursorId };
  desk.set({ isStacked: true, viewport, list });
  desk.set({ detail: { ...desk.world().detail, conversationId: cursorId, top: 1 } });
  return desk;
}

/** The rows of the list, of the thread, of the text and of the signature that are on the screen. */
function countsOf(screen: readonly string[]) {
  const count = (pattern: RegExp) => screen.filter(one => pattern.test(one)).length;
  const signature = count(/│ (?:-- |Ana|Support|Shoe Shop) *│/);
  // The row below Cc separates the recipients from the text, on a screen that has room for it.
  const text = screen.filter(
    (one, at) => /^│ +│$/.test(one) && (screen.length < 24 || !screen[at - 1]!.startsWith('│ Cc ')),
  ).length;
  return { list: count(/^.{4}10\d\d /), thread: count(/line \d+\./), text, signature };
}

test.each([
  // columns, rows, box, the rows of each
  [40, 12, 'conversation.reply', { list: 2, thread: 0, text: 3, signature: 0 }],
  [80, 24, 'conversation.reply', { list: 0, thread: 9, text: 5, signature: 0 }],
  [120, 36, 'conversation.reply', { list: 3, thread: 13, text: 5, signature: 4 }],
  [160, 45, 'conversation.reply', { list: 3, thread: 22, text: 5, signature: 4 }],
  [200, 50, 'conversation.reply', { list: 3, thread: 27, text: 5, signature: 4 }],
  [40, 12, 'note.write', { list: 3, thread: 0, text: 4, signature: 0 }],
  [80, 24, 'note.write', { list: 0, thread: 12, text: 5, signature: 0 }],
  [120, 36, 'note.write', { list: 3, thread: 20, text: 5, signature: 0 }],
  [160, 45, 'note.write', { list: 3, thread: 29, text: 5, signature: 0 }],
  [200, 50, 'note.write', { list: 3, thread: 34, text: 5, signature: 0 }],
] as const)('at %i columns and %i rows, %s leaves this much to read', (columns, rows, id, expected) => {
  const desk = deskAt(columns, rows);
  press(desk, id);
  expect(countsOf(rowsOf(desk))).toEqual(expected);
});

test.each([
  [80, 24, [6, 10, 10, 10]],
  [120, 36, [6, 10, 13, 13]],
  [200, 50, [6, 10, 14, 18]],
] as const)('at %i columns and %i rows, a note grows by four rows to half of its pane', (columns, rows, expected) => {
  const desk = deskAt(columns, rows);
  const heights = [5, 9, 13, 17].map(lines => {
    press(desk, 'note.write');
    pressKeys(
      desk,
      ...Array.from({ length: lines }, () => ['x', 'enter'])
        .flat()
        .slice(0, -1),
    );
    const screen = rowsOf(desk);
    const at = screen.findIndex(one => one.startsWith('┌'));
    const height = screen.findIndex(one => one.startsWith('└')) - at - 1;
    pressKeys(desk, ...Array.from({ length: 2 * lines }, () => 'backspace'), 'esc');
    return height;
  });
  expect(heights).toEqual(expected);
});

describe('while a box to write in is open', () => {
  /** A desk on 30 conversations, with the cursor in the lower half of its list. */
  async function open() {
    const bench = await openDesk(fakeCenter(Array.from({ length: 30 }, (_, at) => row(at + 1))));
    const screen = { columns: 120, rows: 36 };
    bench.desk.set({ layout: 'stacked' });
    fitDesk(bench.desk, screen);
    pressKeys(bench.desk, ...Array.from({ length: 20 }, () => 'cursor.down'), 'cursor.up', 'cursor.up');
    await bench.idle();
    return bench;
  }

  test.each(['conversation.reply', 'note.write'] as const)('the list keeps its place: %s', async id => {
    const { desk } = await open();
    const { list } = desk.world();
    const before = rowsOf(desk);
    expect(list.top).toBeGreaterThan(0);
    press(desk, id);
    expect(rowsOf(desk)[4]).toMatch(/^─+$/);
    pressKeys(desk, 'pgdn', 'pgup', 'esc');
    expect(desk.world().list).toEqual(list);
    expect(rowsOf(desk).slice(0, 15)).toEqual(before.slice(0, 15));
  });

  test('nothing moves under the cursor during any typing, arrival and departure', async () => {
    const { desk, center, idle } = await open();
    press(desk, 'note.write');
    const shown = () =>
      rowsOf(desk)
        .slice(1, 4)
        .map(one => /\d+/.exec(one)?.[0]);
    const before = shown();
    expect(before).toContain(String(desk.world().list.cursorId));
    pressKeys(desk, ...Array.from({ length: 9 }, () => ['x', 'enter']).flat());
    expect(shown()).toEqual(before);
    for (let id = 100; id < 120; id += 1) center.conversations.set(id, row(id));
    const gone = desk.world().list.rows[3]!;
    center.conversations.set(gone, { ...center.conversations.get(gone)!, archived: true, version: 9 });
    await rereadList(desk, 'poll');
    await idle();
    expect(shown()).toEqual(before);
  });
});

describe('on the wire, at 120x36 with the list stepping back', () => {
  async function bytesOf(link: 'fast' | 'slow', cursorIndex: number, ...steps: string[]) {
    const desk = deskAt(120, 36, cursorIndex);
    desk.set({ link });
    const drawn = draw(desk);
    const screen = createScreen(120, 36, { color: true });
    screen.draw(drawn.raw());
    const found: number[] = [];
    for (const key of steps) {
      pressKeys(desk, key);
      await drawn.settle();
      found.push(Buffer.byteLength(screen.draw(drawn.raw())));
    }
    drawn.end();
    return found;
  }

  test.each([
    // The cursor's row in the list, link, box, the bytes to open and to close. From the fourth row on, three rows of the
    // list are written too.
    [0, 'fast', 'conversation.reply', 1450, 700],
    [0, 'slow', 'conversation.reply', 1150, 550],
    [0, 'fast', 'note.write', 900, 600],
    [0, 'slow', 'note.write', 900, 550],
    [6, 'fast', 'conversation.reply', 1450, 900],
    [6, 'slow', 'conversation.reply', 1150, 700],
    [6, 'fast', 'note.write', 1100, 800],
    [6, 'slow', 'note.write', 1100, 700],
  ] as const)('from row %i over a %s link, %s costs at most %i bytes to open and %i to close', async (...given) => {
    const [cursorIndex, link, id, mostToOpen, mostToClose] = given;
    const [opened, , letter, closed] = await bytesOf(link, cursorIndex, id, 'H', 'i', 'esc');
    expect(letter).toBe(1);
    expect(opened).toBeLessThanOrEqual(mostToOpen);
    expect(closed).toBeLessThanOrEqual(mostToClose);
  });
});
