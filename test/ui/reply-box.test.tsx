import { describe, expect, test } from 'vitest';
import type { Desk } from '../../src/state/desk.ts';
import { stage } from '../../src/state/outbox/staged.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Message, World } from '../../src/state/world.ts';
import { createScreen } from '../../src/terminal/output/screen.ts';
import { safeBlock, safeLine } from '../../src/text/safe.ts';
import { boxOf, layoutOf, viewportOf } from '../../src/ui/layout.ts';
import { changedText } from '../harness/changed-text.ts';
import { sampled } from '../harness/full.ts';
import { textOf } from '../harness/open-box.ts';
import { paste, press as pressOn } from '../harness/press.ts';
import { people } from '../state/reply/people.ts';
import { draw, rowsOf, widest } from './screen.tsx';
import { fakeDesk, inbox, message, sampleWorld, thread } from './world.ts';

const SIZES = sampled([
  [40, 12],
  [80, 24],
  [120, 36],
] as const);
const INVERSE = /\x1b\[1m\x1b\[7mREPLY/;

interface Shown {
  readonly columns?: number;
  readonly rows?: number;
  readonly signature?: string;
  readonly messages?: readonly Message[];
}

const hello = message(7, 'Hello', { cc: people('Bob <bob@partner.example>'), side: false as Message['side'] });
const answered = message(8, 'Hi', { kind: 'agent', to: people('zoe@customer.example') });

/** A desk with the keys in the list, on a conversation that can be answered. */
function deskOf({ columns = 120, rows = 36, signature = '', messages = [hello, answered] }: Shown): Desk {
  const world = sampleWorld({ columns, rows });
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const support = { ...inbox(1, 'Support'), emails, signature: safeBlock(signature) };
  const threads = IdMap.of([[1042, thread(messages)]]);
  const { desk } = fakeDesk({ ...world, base: { ...world.base, inboxes: [support], threads } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  return desk;
}

function press(desk: Desk, keys: string): void {
  pressOn(desk, ...keys.split(' '));
}

function shown(keys: string, how: Shown = {}, options: { ascii?: boolean } = {}): string {
  const desk = deskOf(how);
  press(desk, keys);
  return rowsOf(desk, options).join('\n');
}

describe.each(SIZES)('the reply box at %i columns and %i rows', (columns, rows) => {
  test('says in its head and in the footer who will read it, and names each recipient once', () => {
    const reply = shown('conversation.reply H i', { columns, rows });
    expect(reply).toContain('┌ REPLY · #1042 · goes to the customer ');
    expect(reply.split('REPLY ·')[1]?.match(/zoe@customer\.example>/g)).toHaveLength(1);
    expect(reply.split('\n').at(-1)).toContain('REPLY · goes to the customer');
    const note = shown('note.write H i', { columns, rows });
    expect(note).not.toContain('REPLY');
    expect(note).toContain('NOTE · agents only');
  });

  test('marks the address that no answer went to before, and no other', () => {
    const rowsShown = shown('conversation.reply', { columns, rows }).split('\n');
    expect(rowsShown.find(row => row.includes(' Cc  '))).toMatch(/bob@partner\.example> \(new\)/);
    expect(rowsShown.find(row => row.includes(' To  '))).not.toContain('new');
  });

  test.each([
    'conversation.reply',
    'conversation.reply shift-tab',
    'conversation.reply shift-tab shift-tab',
    'conversation.reply tab tab',
    'conversation.reply tab tab tab tab tab tab tab',
  ])('keeps to the screen after %s', keys => {
    const name = `${'W'.repeat(70)}, 田中花子 <x>`;
    const author = { ...hello.author, name: safeLine(name) };
    const lines = shown(keys, { columns, rows, messages: [message(7, 'Hello', { author })], signature: name }).split(
      '\n',
    );
    expect(lines).toHaveLength(rows);
    expect(widest(lines)).toBeLessThanOrEqual(columns);
  });

  test('is told from a note without colour', () => {
    const raw = (keys: string) => {
      const desk = deskOf({ columns, rows });
      press(desk, keys);
      const drawn = draw(desk, { color: false });
      const frame = drawn.raw();
      drawn.end();
      return frame;
    };
    expect(raw('conversation.reply')).toMatch(INVERSE);
    expect(raw('note.write')).not.toMatch(INVERSE);
  });
});

test('in ASCII it has no other sign', () => {
  expect(shown('conversation.reply H i', { columns: 80, rows: 24 }, { ascii: true })).toMatch(
    /\+ REPLY . #1042 . goes to the customer -/,
  );
});

test('shows the first lines of the signature that will follow', () => {
  const frame = shown('conversation.reply H i', { signature: 'Ana\nSupport\nShoe Shop\nUnder the bridge 4' });
  expect(frame).toMatch(/-- .*\n.*Ana .*\n.*Support .*\n.*Shoe Shop .*\n.*… .*\n.*\[Attach\] {2}\[Send\] {2}\[Send/);
  expect(frame).not.toContain('bridge');
  expect(shown('conversation.reply', { signature: '-- \nAna' }).match(/-- /g)).toHaveLength(1);
});

test('says whom the customer sees as the sender', () => {
  expect(shown('conversation.reply')).toMatch(/│ From Ana Ortiz <support@shop\.example> /);
});

test('says what is wrong with the recipients, and shows them as they were typed', () => {
  const frame = shown('conversation.reply shift-tab shift-tab , x tab', { columns: 80, rows: 24 });
  expect(frame).toMatch(/│ “x” is not an email address\. /);
  expect(frame).toContain(' To  Zoë Quinn <zoe@customer.example>,x ');
  expect(shown('conversation.reply shift-tab shift-tab ctrl-u tab', { columns: 80, rows: 24 })).toMatch(
    /│ To is empty: the mail needs an address\. /,
  );
});

test('says that marked conversations get a message each', () => {
  const desk = deskOf({ columns: 80, rows: 24 });
  desk.set({ list: { ...desk.world().list, marks: new Set([1042, 1041]) } });
  press(desk, 'conversation.reply');
  const frame = rowsOf(desk).join('\n');
  expect(frame).toContain('REPLY · each of 2 conversations · goes to the customer');
  expect(frame).not.toContain(' To  ');
});

const long = message(7, Array.from({ length: 60 }, (_, at) => `line ${at}.`).join('\n'));

describe.each(
  sampled([
    [80, 20, false],
    [120, 36, false],
    [80, 24, false],
    [120, 36, true],
    [120, 22, false],
  ] as const),
)('behind a box at %i columns and %i rows, stacked: %s', (columns, rows, isStacked) => {
  /** The lines of the message that are on the screen. */
  const linesOf = (desk: Desk) =>
    rowsOf(desk).flatMap(row => [...row.matchAll(/line (\d+)\./g)].map(([, number]) => Number(number)));
  function open(...keys: readonly string[]) {
    const desk = deskOf({ columns, rows, messages: [long], signature: 'Ana\nSupport' });
    desk.set({ isStacked, viewport: viewportOf({ columns, rows }, { ...desk.world(), isStacked }) });
    desk.set({ detail: { ...desk.world().detail, conversationId: 1042, top: 0 } });
    for (const key of keys) press(desk, key);
    return desk;
  }

  test.each(sampled(['conversation.reply', 'note.write']))('PgDn and PgUp show every line of the thread: %s', key => {
    const desk = open(key);
    const seen = new Set(linesOf(desk));
    for (let pages = 0; pages < 40 && seen.size < 60; pages += 1) {
      press(desk, 'pgdn');
      for (const line of linesOf(desk)) seen.add(line);
    }
    expect(seen.size).toBe(60);
    for (let pages = 0; pages < 40; pages += 1) press(desk, 'pgup');
    expect(linesOf(desk)[0]).toBe(0);
    expect(textOf(desk)?.text).toBe('');
  });

  test('Esc leads back to where the agent was', () => {
    const desk = open('conversation.reply', 'pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn');
    const { entryKey } = desk.world().detail;
    press(desk, 'esc');
    expect(desk.world().detail).toMatchObject({ entryKey });
    expect(linesOf(desk)).toHaveLength(desk.world().viewport.detailRows);
  });

  test('the box grows with its text to half the height', () => {
    const desk = open('conversation.reply');
    const pane = Math.floor(
      (boxOf(layoutOf({ columns, rows }, { ...desk.world(), pane: 'detail', isWriting: true }), 'detail')!.rows + 2) /
        2,
    );
    const height = () => rows - 2 - rowsOf(desk).findIndex(row => row.includes('┌ REPLY'));
    const before = height();
    paste(desk, 'word\n'.repeat(40));
    expect(before).toBeLessThanOrEqual(pane);
    expect(height()).toBe(pane);
    expect(linesOf(desk).length).toBeGreaterThan(0);
  });
});

describe('on the wire, at 120x40', () => {
  /** The bytes of each step, and those of the text that it changes. */
  async function costs(link: World['link'], ...steps: string[]) {
    const desk = deskOf({ columns: 120, rows: 40 });
    // From the list a first mail proposes no one: most of its box is then a frame around nothing.
    const isFirst = steps[0] === 'conversation.create';
    desk.set({
      link,
      ...(isFirst ? { pane: 'detail', detail: { ...desk.world().detail, conversationId: 1042 } } : {}),
    });
    const drawn = draw(desk);
    const screen = createScreen(120, 40, { color: true });
    screen.draw(drawn.raw());
    const found: { bytes: number; changed: number }[] = [];
    for (const keys of steps) {
      const before = drawn.raw();
      press(desk, keys);
      await drawn.settle();
      found.push({ bytes: Buffer.byteLength(screen.draw(drawn.raw())), changed: changedText(before, drawn.raw()) });
    }
    drawn.end();
    return found;
  }

  test.each(
    sampled([
      ['slow', 'conversation.create', 1.15],
      ['fast', 'conversation.reply', 1.15],
      ['slow', 'conversation.reply', 1.15],
      ['fast', 'conversation.create', 1.15],
      // Measured: 1.16, as the list steps back and returns, too.
      ['fast', 'message.forward', 1.17],
      ['slow', 'message.forward', 1.15],
    ] as const),
  )('opening and closing cost little more than the text that changes: %s, %s, %f times', async (link, id, share) => {
    const [open, close] = await costs(link, id, 'esc');
    expect(open!.bytes + close!.bytes).toBeLessThanOrEqual(share * (open!.changed + close!.changed));
  });

  test('a typed character costs one byte, in the text and in a line of people', async () => {
    const [, , text, , , line] = await costs('fast', 'conversation.reply', 'H', 'i', 'shift-tab', 'x', 'y');
    expect(text!.bytes).toBe(1);
    expect(line!.bytes).toBe(1);
  });

  test('a typed character costs one byte in the subject and in the text of a first mail', async () => {
    const [, , line, , , text] = await costs('fast', 'conversation.create', 'H', 'i', 'tab', 'x', 'y');
    expect([line!.bytes, text!.bytes]).toEqual([1, 1]);
  });

  test('a typed character costs one byte in To and in the text of a forward', async () => {
    const [, , line, , , text] = await costs('fast', 'message.forward', 'H', 'x', 'tab tab', 'x', 'y');
    expect([line!.bytes, text!.bytes]).toEqual([1, 1]);
  });

  test('two letters of a name in Cc cost at most 300 bytes, with those whom they may mean', async () => {
    const [, , ...letters] = await costs('fast', 'conversation.reply', 'shift-tab', 'z', 'o');
    const bytes = letters.reduce((sum, one) => sum + one.bytes, 0);
    expect(bytes).toBeGreaterThan(30);
    expect(bytes).toBeLessThanOrEqual(300);
  });
});

describe('changes after a reply', () => {
  test('stands in the foot in words until the text is gone', () => {
    const desk = deskOf({});
    press(desk, 'conversation.reply H i');
    stage(desk, { kind: 'reply', id: 1042 }, [
      { name: 'conversation.status', args: { ids: [1042], conversation_status_id: 2 } },
      { name: 'conversation.tag', args: { ids: [1042], tags: ['refund'] } },
    ]);
    expect(rowsOf(desk).join('\n')).toContain('Ctrl-d send · on sending: closed, +refund ');
    press(desk, 'backspace backspace');
    expect(rowsOf(desk).join('\n')).not.toContain('on sending');
  });

  test.each(SIZES)(
    'its buttons fit at %i columns and %i rows, and the one with the keys says its time back',
    (columns, rows) => {
      const desk = deskOf({ columns, rows });
      press(desk, 'conversation.reply H i tab tab tab tab');
      paste(desk, '3 workdays');
      const screen = rowsOf(desk);
      expect(screen.join('\n')).toContain('[Send and wait 3 workdays]');
      expect(screen.join('\n')).toMatch(/back \w{3} .* or on an answer/);
      expect(widest(screen)).toBeLessThanOrEqual(columns);
    },
  );
});
