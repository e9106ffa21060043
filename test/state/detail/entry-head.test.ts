import { describe, expect, it, test } from 'vitest';
import type { DetailLine } from '../../../src/state/detail/line.ts';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Message, Thread, World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { conversation, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

const world = sampleWorld({ columns: 120, rows: 36 });
const MINUTE = 60_000;

function linesOf(
  read: Thread,
  columns = 90,
  shown: World = world,
  opened: ReadonlySet<string> = new Set(),
): readonly DetailLine[] {
  return threadLines(read, columns, opened, shown);
}
function headsOf(...args: Parameters<typeof linesOf>): string[] {
  return linesOf(...args).flatMap(({ role, text, right }) => (role === 'head' ? [`${text} | ${right}`] : []));
}
function by(name: string, email: string | null, more: Partial<Message> = {}): Partial<Message> {
  return {
    author: { type: 'contact', id: 5, name: safeLine(name), email: email === null ? null : safeLine(email) },
    ...more,
  };
}
function agentBy(id: number, name: string, more: Partial<Message> = {}): Partial<Message> {
  return {
    kind: 'agent',
    author: { type: 'agent', id, name: safeLine(name), email: safeLine(`${id}@shop.example`) },
    ...more,
  };
}
function countedAs(messages: number | null, notes: number | null): World {
  const counted = conversation(1042, 'Refund', { message_count: messages, note_count: notes });
  return { ...world, base: { ...world.base, conversations: IdMap.of([[1042, counted]]) } };
}

describe('the number of an entry', () => {
  const at = (minutes: number) => ({ created_at: NOW - minutes * MINUTE });
  const some = thread([message(1, 'a', at(9)), message(2, 'b', at(5))], [note(1, 'n', at(7)), note(2, 'm', at(20))]);
  const numbers = (read: Thread, shown: World): string[] =>
    headsOf(read, 90, shown).map(head => /\| ([\d,]+ of [\d,]+)/.exec(head)?.[1] ?? '');

  it('counts messages and notes together', () => {
    expect(numbers(some, countedAs(2, 2))).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  });

  it('is right while earlier messages are not loaded; a note that is older than those has none', () => {
    expect(numbers({ ...some, nextCursor: 'c' }, countedAs(1_200, 2))).toEqual([
      '',
      '1,200 of 1,202',
      '1,201 of 1,202',
      '1,202 of 1,202',
    ]);
  });

  it('is right while older notes are not loaded', () => {
    expect(numbers(some, countedAs(2, 300))).toEqual(['299 of 302', '300 of 302', '301 of 302', '302 of 302']);
    expect(numbers({ ...some, notes: [] }, countedAs(2, 3))).toEqual(['', '']);
  });

  it('is not shown if the number of all messages is not known', () => {
    expect(numbers({ ...some, nextCursor: 'c' }, countedAs(null, null))).toEqual(['', '', '', '']);
    expect(numbers(some, countedAs(null, null))).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  });

  it('is left out of a narrow pane, beside any name', () => {
    for (const name of ['Ana Ortiz', 'A'.repeat(300)]) {
      const read = thread([message(1, 'a', agentBy(1, name))]);
      expect(headsOf(read, 43)[0]).toMatch(/ · agent \| 1 of 1 {2}Fri 20 Nov 09:12$/);
      expect(headsOf(read, 38)[0]).toMatch(/ · agent \| Fri 20 Nov 09:12$/);
    }
  });
});

describe('the address of an author', () => {
  it('stands beside the name of the first customer’s message, and below it without room', () => {
    const read = thread([
      message(1, 'a', by('Zoë', 'zoe@customer.example')),
      message(2, 'b', by('Zoë', 'zoe@customer.example')),
    ]);
    expect(headsOf(read).map(head => head.split(' | ')[0])).toEqual(['Zoë <zoe@customer.example>', 'Zoë']);
    expect(linesOf(read, 40).slice(0, 2)).toMatchObject([
      { role: 'head', text: 'Zoë', right: 'Fri 20 Nov 09:12' },
      { role: 'event', text: '<zoe@customer.example>', voice: null },
    ]);
  });

  it('is left out of the first message where the lines above the thread have it, but not of another sender’s', () => {
    const texts = (email: string) => linesOf(thread([message(1, 'a', by('Zoë', email))]), 47).map(({ text }) => text);
    expect(texts('zoe@customer.example')).toEqual(['Zoë', 'a']);
    expect(texts('kim@customer.example')).toEqual(['Zoë', '<kim@customer.example>', 'a']);
  });

  it('stands beside names that look alike, of agents too', () => {
    const read = thread([
      message(1, 'a', by('Paul', 'paul@customer.example')),
      message(2, 'b', by('PauI', 'eve@evil.example')),
      message(3, 'c', by('Kim', 'kim@customer.example')),
      message(4, 'd', agentBy(8, 'Max')),
      message(5, 'e', agentBy(9, 'Max')),
    ]);
    expect(headsOf(read).map(head => head.split(' | ')[0])).toEqual([
      'Paul <paul@customer.example>',
      'PauI <eve@evil.example>',
      'Kim',
      'Max <8@shop.example> · agent',
      'Max <9@shop.example> · agent',
    ]);
  });
});

test('an agent who has changed the address is still one person', () => {
  const read = thread([
    message(1, 'a', agentBy(8, 'Max')),
    message(2, 'b', { kind: 'agent', author: { type: 'agent', id: 8, name: t`Max`, email: t`new@shop.example` } }),
  ]);
  expect(headsOf(read).map(head => head.split(' | ')[0])).toEqual(['Max · agent', 'Max · agent']);
});

test('a machine’s message and an unverified one say so beside the name', () => {
  const read = thread([
    message(1, 'a', by('Kim', 'kim@customer.example')),
    message(2, 'b', by('Kim', 'kim@customer.example', { automatic: true })),
    message(3, 'c', by('Kim', 'kim@customer.example', { unverified: true } as Partial<Message>)),
    message(4, 'd', {
      kind: 'system',
      automatic: true,
      author: { type: 'system', id: null, name: t``, email: null },
      to: [{ name: t`Kim`, email: t`kim@customer.example` }],
    }),
  ]);
  expect(
    headsOf(read, 90, world, new Set(['message:2/whole', 'message:4/whole']))
      .slice(1)
      .map(head => head.split(' | ')[0]),
  ).toEqual(['Kim · automatic', 'Kim · unverified', 'Help center · automatic']);
  expect(linesOf(read, 90, world, new Set(['message:4/whole'])).at(-1)?.voice).toBe('agent');
});

test('in a narrow pane the name keeps its room, and the desk’s word on the author stands below', () => {
  const read = thread([
    message(1, 'a', { ...agentBy(3, 'Ana Ortiz'), created_at: NOW }),
    message(2, 'b', { ...by('Zoë Quinn', 'zoe@customer.example'), unverified: true, created_at: NOW }),
  ]);
  const lines = linesOf(read, 25).map(({ role, text }) => `${role}: ${text}`);
  expect(lines.slice(0, 2)).toEqual(['head: Ana Ort…', 'event: agent']);
  expect(lines).toContain('head: Zoë Qui…');
  expect(lines).toContain('event: unverified');
});

describe('the delivery of a message', () => {
  const sent = NOW - 4 * MINUTE;
  const read = (text: string, delivery: unknown, columns = 60) =>
    linesOf(thread([message(1, text, agentBy(1, 'Ana', { delivery, created_at: sent } as never))]), columns);
  const headOf = (delivery: unknown, columns?: number) => read('Goes out today.', delivery, columns)[0]?.right;
  const lastOf = (text: string, delivery: unknown, columns?: number): string[] =>
    read(text, delivery, columns)
      .filter(({ role }) => role !== 'head')
      .map(({ text: shown }) => shown);

  it.each([
    [{ state: 'held', at: sent + 12_000, reason: null }, '1 of 1  held until 09:40:12'],
    [{ state: 'held', at: null, reason: null }, '1 of 1  held'],
    [{ state: 'queued', at: null, reason: null }, '1 of 1  on its way'],
    [{ state: 'sent', at: sent, reason: null }, '1 of 1  sent Fri 20 Nov 09:40'],
    [{ state: 'sent', at: sent + 3 * 24 * 60 * MINUTE, reason: null }, '1 of 1  sent Mon 23 Nov 09:40'],
  ])('%j is said in its head line, and never behind its words', (delivery, words) => {
    expect(headOf(delivery)).toBe(words);
    expect(lastOf('Goes out today.', delivery)).toEqual(['Goes out today.']);
  });

  it('leaves out the number, then the words that say least, in a narrow pane', () => {
    const delivery = { state: 'sent', at: sent, reason: null };
    expect([48, 40, 30].map(columns => headOf(delivery, columns))).toEqual([
      '1 of 1  sent Fri 20 Nov 09:40',
      'sent Fri 20 Nov 09:40',
      'Fri 20 Nov 09:40',
    ]);
    expect(headOf({ state: 'held', at: sent + 12_000, reason: null }, 30)).toBe('held');
  });

  it('has lines of its own if there is a reason to give', () => {
    const long = t`550 no such user here, said the other server`;
    expect(lastOf('Yes.', { state: 'failed', at: sent, reason: long }, 40)).toEqual([
      'Yes.',
      'Not delivered 09:40: 550 no such user',
      'here, said the other server · Enter',
      'writes it again',
    ]);
    expect(lastOf('Yes.', { state: 'failed', at: null, reason: null })).toEqual([
      'Yes.',
      'Not delivered · Enter writes it again',
    ]);
    expect(lastOf('Yes.', { state: 'queued', at: sent, reason: t`relay does not answer` })).toEqual([
      'Yes.',
      'Not sent yet: relay does not answer',
    ]);
    expect(lastOf('Yes.', { state: 'queued', at: NOW + 600_000, reason: t`451 later` }, 80).at(-1)).toMatch(
      /^Not sent yet: 451 later · tries again \d\d:\d\d$/,
    );
    expect(lastOf('Yes.', { state: 'sent', at: sent, reason: t`zoe@y.example: 550` }, 80)).toEqual([
      'Yes.',
      'A report says that it was not delivered: zoe@y.example: 550',
    ]);
  });

  it('is not said of a message without one', () => {
    expect(lastOf('Hello', null)).toEqual(['Hello']);
    expect(lastOf('Hello', undefined)).toEqual(['Hello']);
  });
});
