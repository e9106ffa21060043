import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { DetailLine } from '../../../src/state/detail/line.ts';
import { createLineCache } from '../../../src/state/detail/line-cache.ts';
import {
  detailBottom,
  detailTop,
  keepInView,
  moveEntry,
  scrollDetail,
  startReading,
  toggleFold,
} from '../../../src/state/detail/move.ts';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { emptyDetail, emptyThread, emptyWorld } from '../../../src/state/empty-world.ts';
import type { Detail, Message, Note, Thread, World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { keyNames } from '../../harness/key-names.ts';
import { messageOf, noteOf } from './entries.ts';

const at = Date.UTC(2026, 10, 20, 9, 12);
const agent = { id: 1, name: t`Ana Ortiz`, email: t`ana@shop.example`, role: 'admin' as const, disabled: false };
const empty = emptyWorld(at, undefined, keyNames);
const world: World = { ...empty, base: { ...empty.base, agents: [agent] } };

function message(id: number, text: string, more: Partial<Message> = {}): Message {
  return messageOf(id, text, at + id * 60_000, more);
}

function note(id: number, text: string, createdAt: number): Note {
  return noteOf(id, 1, text, createdAt);
}
const quotation = Array.from({ length: 14 }, (_, index) => `> line ${index}`).join('\n');
const thread: Thread = {
  ...emptyThread,
  messages: [
    message(1, `Hello\n\n${quotation}`, {
      attachments: [{ id: 3, name: t`receipt.pdf`, content_type: t`application/pdf`, size: 84_200, inline: false }],
    }),
    message(3, 'Thank you, Zoë.', { kind: 'agent', author: { type: 'agent', id: 1, name: t``, email: null } }),
  ],
  notes: [note(1, 'Warehouse confirms.', at + 120_000)],
};
function show(lines: readonly DetailLine[]): string[] {
  return lines.map(
    line =>
      `${line.voice === null ? '' : { customer: '│ ', agent: '┃ ', note: '▒ ', side: '┆ ' }[line.voice]}${line.role}: ${line.text}${line.right ? ` | ${line.right}` : ''}`,
  );
}
const none: ReadonlySet<string> = new Set();

describe('a mail that the help center wrote by itself', () => {
  const own = (more: Partial<Message> = {}) =>
    threadOf(
      message(2, 'We have your mail.\n\nYour shop', { kind: 'system', automatic: true, author: MACHINE, ...more }),
    );
  const MACHINE = { type: 'system' as const, id: null, name: t``, email: null };
  const threadOf = (one: Message): Thread => ({ ...emptyThread, messages: [message(1, 'Hello'), one] });
  const linesOf = (shown: Thread, opened: ReadonlySet<string> | 'all' = none) =>
    show(threadLines(shown, 80, opened, world))
      .slice(2)
      .map(line => line.replace(/ \| .*$/, ''));

  it('is one line, with how it begins, until it is opened', () => {
    expect(linesOf(own())).toEqual(['gap: ', 'fold: Help center · automatic · We have your mail.']);
    const whole = [
      'gap: ',
      'head: Help center · automatic',
      '┃ text: We have your mail.',
      '┃ text: ',
      '┃ text: Your shop',
    ];
    expect(linesOf(own(), new Set(['message:2/whole']))).toEqual(whole);
    expect(linesOf(own(), 'all')).toEqual(whole);
  });

  it('is shown whole if it could not be delivered', () => {
    const delivery = { state: 'failed' as const, at: null, reason: t`550 no such user` };
    expect(linesOf(own({ delivery } as Partial<Message>)).at(-1)).toBe(
      'failure: Not delivered: 550 no such user · Enter writes it again',
    );
  });
});

test('a line of the help center about the conversation is one line, and no mail', () => {
  const told = message(2, 'This conversation was split off from 7.', {
    kind: 'system',
    automatic: true,
    author: { type: 'system', id: null, name: t``, email: null },
  });
  const lines = show(threadLines({ ...emptyThread, messages: [message(1, 'Hello'), told] }, 80, none, world));
  expect(lines.at(-1)).toBe('event: This conversation was split off from 7.');
});

test('questions to a third party and their answers have a gutter of their own and say so in words', () => {
  const side = true as NonNullable<Message['side']>;
  const sam = { type: 'contact' as const, id: 9, name: t`Sam`, email: t`sam@supplier.example` };
  const messages = [
    message(1, 'Hello'),
    message(2, 'In stock?', {
      kind: 'agent',
      author: { ...sam, type: 'agent', name: t`Ana` },
      side,
      to: [{ name: t`Sam`, email: sam.email }],
    }),
    message(3, 'In a week.', { side, author: sam }),
  ];
  const lines = show(threadLines({ ...emptyThread, messages }, 80, none, world));
  expect(lines.map(line => line.replace(/ \| .*$/, '')).slice(2)).toEqual([
    'gap: ',
    'head: Ana · agent, to a third party',
    '┆ text: In stock?',
    'gap: ',
    'head: Sam <sam@supplier.example> · third party',
    '┆ text: In a week.',
  ]);
});

describe('the lines of a thread', () => {
  it('are its messages and notes in the order of time, with heads, folded quotations and attachments', () => {
    const lines = show(threadLines(thread, 40, none, world));
    const untimed = lines.map(line => line.replace(/(Fri|Thu|Sat) .*$/, 'time'));
    expect(untimed).toEqual([
      'head: Zoë Quinn | time',
      'event: <zoe@customer.example>',
      '│ text: Hello',
      '│ text: ',
      '│ fold: > quoted: 14 lines | Enter opens',
      '│ attachment: receipt.pdf | PDF · 84 kB',
      'gap: ',
      '▒ head: NOTE · Ana Ortiz | time',
      '▒ text: Warehouse confirms.',
      'gap: ',
      'head: Ana Ortiz · agent | time',
      '┃ text: Thank you, Zoë.',
    ]);
  });

  it('name what stands within the text on one line below the files', () => {
    const file = (id: number, name: string, inline: boolean) =>
      ({ id, name: safeLine(name), content_type: t`image/png`, size: 4_200, inline }) as const;
    const attachments = [file(1, 'logo.png', true), file(2, 'photo.png', false), file(3, '', true)];
    const read = { ...emptyThread, messages: [message(1, 'Hello', { attachments })] };
    expect(show(threadLines(read, 60, new Set(), world)).slice(2)).toEqual([
      '│ attachment: photo.png | picture · 4 kB',
      '│ attachment: in the text: logo.png, attachment #3 | 8 kB',
    ]);
  });

  it('describe the files of a note as soon as they are read', () => {
    const notes = [{ ...note(1, 'See the label.', at), attachments: [3, 4] }];
    const label = { id: 3, name: t`label.csv`, content_type: t`text/csv`, size: 900, inline: false };
    const bare = { ...emptyThread, notes };
    expect(show(threadLines(bare, 50, new Set(), world)).slice(2)).toEqual([
      '▒ attachment: attachment #3',
      '▒ attachment: attachment #4',
    ]);
    const read = {
      ...bare,
      files: new Map([
        [3, label],
        [4, null],
      ]),
    };
    expect(show(threadLines(read, 50, new Set(), world)).slice(2)).toEqual([
      '▒ attachment: label.csv | table · 900 B',
      '▒ attachment: attachment #4',
    ]);
  });

  it('show an opened quotation in full, every line with the key that folds it again', () => {
    const folded = threadLines(thread, 40, none, world).find(line => line.foldKey)!;
    const lines = threadLines(thread, 40, new Set([folded.foldKey!]), world);
    expect(lines.filter(line => line.role === 'quote')).toHaveLength(14);
    expect(lines.filter(line => line.foldKey === folded.foldKey)).toHaveLength(14);
  });

  it('say what happened: merged, cut, earlier messages, senders without a name', () => {
    const odd: Thread = {
      ...emptyThread,
      nextCursor: 'c',
      messages: [
        message(1, '', { kind: 'system', event: 'conversation.merged_with', merged_with: 7 }),
        message(3, 'Split off into #8.', {
          kind: 'system',
          author: { type: 'system', id: null, name: t``, email: null },
        }),
        message(2, 'x', { truncated: true, author: { type: null, id: null, name: t``, email: t`a@b.example` } }),
        message(4, 'y', { created_at: null, author: { type: 'contact', id: 9, name: t``, email: null } }),
      ],
    };
    const lines = show(threadLines(odd, 40, none, world)).join('\n');
    expect(lines).toContain('more: Earlier messages | Enter reads them');
    expect(lines).toContain('event: Merged into #7');
    expect(lines).toContain('event: Split off into #8. | Enter opens #8');
    expect(lines).toContain('rest: … only the beginning is read | Enter reads on');
    expect(lines).toContain('head: a@b.example');
    expect(lines).toContain('head: #9\n');
  });

  it('shows a message of more lines than a call takes arguments', () => {
    const long = { ...emptyThread, messages: [message(1, 'x\n'.repeat(150_000)), message(2, 'The end.')] };
    const lines = threadLines(long, 40, none, world);
    expect(show(lines.slice(-1))).toEqual(['│ text: The end.']);
    expect(lines.length).toBeGreaterThan(150_000);
  });

  it('fit their width, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '配', '> ', '-- \n') }),
        fc.integer({ min: 8, max: 60 }),
        (text, columns) => {
          const messy = { ...emptyThread, messages: [message(1, text)], notes: [note(1, text, at)] };
          for (const line of threadLines(messy, columns, none, world)) {
            if (line.role !== 'text' && line.role !== 'quote') continue;
            const wide = [...line.text].reduce((sum, character) => sum + (character === '配' ? 2 : 1), 0);
            expect(wide).toBeLessThanOrEqual(line.voice === null ? columns : columns - 2);
          }
        },
      ),
      { seed: 7 },
    );
  });

  it('are worked out once, and again only if something changed', () => {
    const linesOf = createLineCache();
    const base = { ...world.base, threads: world.base.threads.with([[1, thread]]) };
    const shown: World = { ...world, base, detail: { ...emptyDetail, conversationId: 1 } };
    const lines = linesOf(shown);
    expect(linesOf({ ...shown, notice: { tone: 'done', text: t`Hi` }, now: shown.now + 1 })).toBe(lines);
    const wider = linesOf({ ...shown, viewport: { ...shown.viewport, detailColumns: 20 } });
    expect(wider).not.toBe(lines);
    const opened = new Set([lines.find(line => line.foldKey)!.foldKey!]);
    expect(linesOf({ ...shown, detail: { ...shown.detail, opened } }).length).toBe(lines.length + 13);
    expect(
      linesOf({ ...shown, detail: { ...shown.detail, section: 'notes' } }).every(line => line.voice === 'note'),
    ).toBe(true);
    expect(linesOf({ ...shown, detail: emptyDetail })).toEqual([]);
  });
});

describe('reading', () => {
  const entry = (key: string, count: number): DetailLine[] =>
    Array.from({ length: count }, (_, index) => ({
      entryKey: key,
      role: index === 0 ? ('head' as const) : ('text' as const),
      voice: null,
      text: safeLine(`${key} ${index}`),
      right: null,
      foldKey: null,
    }));
  const gap: DetailLine = { entryKey: null, role: 'gap', voice: null, text: t``, right: null, foldKey: null };
  const lines = [...entry('a', 3), gap, ...entry('b', 20), gap, ...entry('c', 3), gap, ...entry('d', 3)];
  const place = ({ entryKey, top }: Detail) => [entryKey, top];
  const start: Detail = { ...emptyDetail, conversationId: 1, entryKey: 'a' };

  it('stays where it is within a message taller than the pane when the conversation is read again', () => {
    const inside: Detail = { ...start, entryKey: 'b', top: 12 };
    expect(keepInView(inside, lines, 10)).toBe(inside);
    expect(place(keepInView({ ...inside, top: 0 }, lines, 10))).toEqual(['b', 4]);
  });

  it('goes entry by entry, and line by line within one taller than the pane', () => {
    let detail = moveEntry(start, lines, 1, 10);
    expect(place(detail)).toEqual(['b', 4]);
    detail = moveEntry(detail, lines, 1, 10);
    expect(place(detail)).toEqual(['b', 5]);
    for (let step = 0; step < 9; step += 1) detail = moveEntry(detail, lines, 1, 10);
    expect(place(detail)).toEqual(['b', 14]);
    detail = moveEntry(detail, lines, 1, 10);
    expect(place(detail)).toEqual(['c', 18]);
    expect(place(moveEntry(detail, lines, -1, 10))).toEqual(['b', 14]);
    detail = moveEntry(moveEntry(detail, lines, 1, 10), lines, 1, 10);
    expect(place(detail)).toEqual(['d', 22]);
  });

  it('scrolls, and the entry that keys act on follows into view', () => {
    expect(place(scrollDetail(start, lines, 9, 10))).toEqual(['b', 9]);
    expect(place(scrollDetail(start, lines, 99, 10))).toEqual(['b', 22]);
    expect(place(scrollDetail({ ...start, entryKey: 'd', top: 22 }, lines, -20, 10))).toEqual(['b', 2]);
    expect(place(detailTop({ ...start, top: 9 }, lines))).toEqual(['a', 0]);
    expect(place(detailBottom(start, lines, 10))).toEqual(['d', 22]);
  });

  it('begins at the newest message, or at the top if everything is in view', () => {
    expect(place(startReading(start, lines, 10))).toEqual(['d', 22]);
    expect(place(startReading(start, lines, 50))).toEqual(['d', 0]);
    expect(place(startReading(emptyDetail, [], 10))).toEqual([null, 0]);
  });

  it('keeps its entry in view when the lines change', () => {
    const narrow = [...entry('a', 9), gap, ...entry('b', 40), gap, ...entry('c', 6), gap, ...entry('d', 6)];
    expect(place(keepInView({ ...start, entryKey: 'c', top: 18 }, narrow, 10))).toEqual(['c', 47]);
    expect(place(keepInView({ ...start, entryKey: 'gone', top: 90 }, lines, 10))).toEqual(['gone', 22]);
  });

  it('opens and folds the passage in view, and does nothing without one', () => {
    const folded = threadLines(thread, 40, none, world);
    const detail = { ...emptyDetail, entryKey: 'message:1' };
    const opened = toggleFold(detail, folded, 20);
    expect(opened.opened.size).toBe(1);
    const unfolded = threadLines(thread, 40, opened.opened, world);
    expect(toggleFold(opened, unfolded, 30).opened.size).toBe(0);
    expect(toggleFold({ ...detail, entryKey: 'note:1' }, folded, 20).opened.size).toBe(0);
    expect(toggleFold(emptyDetail, [], 20)).toBe(emptyDetail);
  });

  it('never leaves the lines, for any keys', () => {
    const step = fc.constantFrom('j', 'k', 'down', 'up', 'top', 'bottom');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(step),
        (sizes, rows, steps) => {
          const some = sizes.flatMap((size, index) => [...(index > 0 ? [gap] : []), ...entry(`e${index}`, size)]);
          let detail = startReading(emptyDetail, some, rows);
          for (const one of steps) {
            if (one === 'j' || one === 'k') detail = moveEntry(detail, some, one === 'j' ? 1 : -1, rows);
            else if (one === 'down' || one === 'up') detail = scrollDetail(detail, some, one === 'down' ? 5 : -5, rows);
            else detail = one === 'top' ? detailTop(detail, some) : detailBottom(detail, some, rows);
            expect(detail.top).toBeGreaterThanOrEqual(0);
            expect(detail.top).toBeLessThanOrEqual(Math.max(0, some.length - rows));
            const first = some.findIndex(line => line.entryKey === detail.entryKey);
            const last = some.findLastIndex(line => line.entryKey === detail.entryKey);
            if (first !== -1) expect(first < detail.top + rows && last >= detail.top).toBe(true);
          }
        },
      ),
      { seed: 7 },
    );
  });
});
