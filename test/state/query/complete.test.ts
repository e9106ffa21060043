import { describe, expect, it } from 'vitest';
import { completionAt, hintAt, tabAt } from '../../../src/state/query/complete.ts';
import { parseQuery } from '../../../src/state/query/language.ts';
import type { Tag, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { agent, inbox, NOW, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };

function tag(name: string, conversations: number | null = null): Tag {
  return { id: 1, name: safeLine(name), conversations } as unknown as Tag;
}

/** A help center whose filters are ours (`unread` is known), with names that have blanks, quotes and accents. */
function centerOf(unread: boolean | null = false): World {
  const world = sampleWorld(SIZE);
  const rows = [...world.base.conversations].map(([id, row]) => [id, { ...row, unread }] as const);
  const statuses = [
    { id: 1, name: safeLine('open'), kind: 'open' },
    { id: 2, name: safeLine('closed'), kind: 'closed' },
    { id: 3, name: safeLine('awaiting reply'), kind: 'custom' },
    { id: 4, name: safeLine('awaiting parts'), kind: 'custom' },
  ] as World['base']['statuses'];
  return {
    ...world,
    base: {
      ...world.base,
      statuses,
      conversations: world.base.conversations.with(rows),
      inboxes: [inbox(1, 'Support', 24), inbox(2, 'Lost parcels', 4)],
      agents: [agent(1, 'Ana Ortiz'), agent(2, 'Bob Stone'), agent(3, 'Bob Stone'), agent(4, 'Émile Dubois')],
      tags: [tag('late', 3), tag('refund', 12), tag('refund "b"', 1), tag('two words'), tag('vip', 9)],
    },
  };
}
const world = centerOf();
const plain = centerOf(null);

/** `|` is the cursor; without one it is at the end. */
function draftOf(line: string) {
  const cursor = line.includes('|') ? line.indexOf('|') : line.length;
  return { text: line.replace('|', ''), cursor };
}
function lineOf({ text, cursor }: { text: string; cursor: number }): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}
function tab(line: string, of = world): string | readonly string[] | undefined {
  const done = tabAt(draftOf(line), of);
  return done && ('draft' in done ? lineOf(done.draft) : done.texts);
}
function hint(line: string, of = world): string {
  return hintAt(draftOf(line), of);
}

describe('Tab in the filter line', () => {
  it.each([
    ['st', 'status:|'],
    ['refund ST', 'refund status:|'],
    ['-st', '-status:|'],
    ['status:op', 'status:open |'],
    ['status:OP', 'status:open |'],
    ['status:open', 'status:open |'],
    ['-status:cl', '-status:closed |'],
    ['status:aw', 'status:"awaiting |'],
    ['status:"aw', 'status:"awaiting |'],
    ['status:"awaiting r', 'status:"awaiting reply" |'],
    ['status:repl', 'status:"awaiting reply" |'],
    ['assignee:ort', 'assignee:"Ana Ortiz" |'],
    ['assignee:4@', 'assignee:"Émile Dubois" |'],
    ['assignee:ém', 'assignee:"Émile Dubois" |'],
    ['assignee:m', 'assignee:me |'],
    ['inbox:par', 'inbox:"Lost parcels" |'],
    ['tag:v', 'tag:vip |'],
    ['tag:"tw', 'tag:"two words" |'],
    ['tag:"refund ', 'tag:"refund ""b""" |'],
    ['is:wai', 'is:waiting |'],
    ['has:n', 'has:note |'],
    ['sort:u', 'sort:updated |'],
    ['before:to', 'before:today |'],
    ['from:zo', 'from:"Zoë Quinn" |'],
    ['from:"zoë q', 'from:"Zoë Quinn" |'],
    ['st| refund', 'status:| refund'],
    ['status:op| refund', 'status:open| refund'],
    ['status:o|pen refund', 'status:open| refund'],
    ['tag:"two| words" late', 'tag:"two words"| late'],
    ['late tag:v|', 'late tag:vip |'],
  ])('completes %j to %j', (typed, expected) => {
    expect(tab(typed)).toBe(expected);
  });

  it.each([
    ['a', ['assignee:', 'after:']],
    ['-', ['-status:', '-assignee:', '-tag:', '-inbox:', '-is:', '-has:']],
    ['status:', ['status:open', 'status:closed', 'status:"awaiting reply"', 'status:"awaiting parts"']],
    ['tag:refund', ['tag:refund', 'tag:"refund ""b"""']],
    ['assignee:bob', ['assignee:2@desk.example', 'assignee:3@desk.example']],
    [
      '-is:',
      'unresolved open closed archived any mine unassigned unread waiting automatic mentioned followed later'
        .split(' ')
        .map(is => `-is:${is}`),
    ],
    ['before:', ['before:today', 'before:yesterday', 'before:7d', 'before:2w', 'before:30d']],
    ['after:3', ['after:3d', 'after:3w']],
    ['sort:', ['sort:newest', 'sort:oldest', 'sort:updated', 'sort:created', 'sort:waiting', 'sort:later']],
  ])('goes through all that %j can become', (typed, expected) => {
    expect(tab(typed)).toEqual(expected);
  });

  it('goes through the keys at a blank place', () => {
    expect(tab('')).toEqual(tab('refund '));
    expect(tab('')).toEqual([
      'status:',
      'assignee:',
      'tag:',
      'inbox:',
      'is:',
      'before:',
      'after:',
      'sort:',
      'from:',
      'by:',
      'has:',
      'sample:',
    ]);
  });

  it('names the last months after a digit', () => {
    const texts = tab('after:2026-') as readonly string[];
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([12, 'after:2026-11-20', 'after:2026-01']);
    expect(tab('before:2025-1')).toBe('before:2025-12 |');
    expect(new Date(NOW).getFullYear()).toBe(2026);
  });

  it.each(['refund', '"st', 'stauts:op', 'tag:zzz', 'assignee:"m', 'has:x', '#12', '-refund'])(
    'does nothing for %j',
    typed => {
      expect(tab(typed)).toBeUndefined();
    },
  );

  it('offers a foreign help center only the filters that it has', () => {
    expect(tab('fr', plain)).toBeUndefined();
    expect(hint('from:z', plain)).toBe('from: is not known yet');
    expect(hint('-tag:v', plain)).toBe('Leaving out by tag: is not known yet.');
    expect(tab('-', plain)).toEqual(['-status:', '-is:']);
    expect(tab('is:wai', plain)).toBeUndefined();
    expect(tab('-is:', plain)).toEqual(['-is:open', '-is:closed', '-is:archived', '-is:any']);
  });

  it('writes nothing that the filter language refuses', () => {
    for (const of of [world, plain]) {
      const keys = (tab('', of) as readonly string[]).concat(tab('-', of) as readonly string[]);
      for (const key of keys) {
        const values = tab(key, of) ?? [];
        for (const text of typeof values === 'string' ? [values.replace('|', '')] : values) {
          expect(parseQuery(text, of), text).toHaveProperty('query');
        }
      }
    }
  });

  it('cuts no character at the end of the common beginning of tags', () => {
    const tags = ['a👩‍🚀x', 'a👩‍🚒y', 'a👩‍🚀z'].map(name => tag(name));
    expect(tab('tag:a', { ...world, base: { ...world.base, tags } })).toHaveLength(3);
    const alike = ['ba👩‍🚀x', 'BA👩‍🚀z'].map(name => tag(name));
    expect(tab('tag:b', { ...world, base: { ...world.base, tags: alike } })).toBe('tag:ba👩‍🚀|');
  });
});

describe('the hint', () => {
  const KEYS = 'status: assignee: tag: inbox: is: before: after: sort: from: by: has: sample:  - leaves out  #n opens';

  it.each([
    ['', KEYS],
    ['refund ', KEYS],
    ['ref', KEYS],
    ['st', KEYS],
    ['-', 'Leave out: status: assignee: tag: inbox: is: has:'],
    ['-re', 'Leave out: status: assignee: tag: inbox: is: has:'],
    ['status:', 'open  closed  awaiting reply  awaiting parts'],
    ['status:"aw', 'awaiting reply  awaiting parts'],
    ['inbox:', 'Support 24  Lost parcels 4'],
    ['tag:r', 'refund 12  refund "b" 1'],
    ['from:q', 'Zoë Quinn'],
    ['stauts:o', 'Unknown filter: did you mean status:?'],
    ['stauts:open ', 'Unknown filter: did you mean status:?'],
    ['subject:x', `Unknown filter. Known: ${KEYS.split('  ')[0]}`],
    ['status:opne', 'Unknown: did you mean open?'],
    ['status:opne ', 'Unknown: did you mean open?'],
    ['assignee:zzz', 'Unknown. Known: me, none, Ana Ortiz, Bob Stone, Bob Stone, Émile Dubois.'],
    ['tag:refnd', 'Unknown tag: did you mean refund? In quotes it is taken literally.'],
    ['tag:new', 'a tag'],
    ['is:unraed', 'Unknown: did you mean unread?'],
    ['after:x', 'Not a date. Use 2026-01-31, 2026-01, today, 7d or 2w.'],
    ['before:2024-01-31', 'a day such as 2026-01-31, or 7d'],
    ['-from:z', 'Leaving out by from: is not known yet.'],
    ['status: ', 'status: needs a value: open, closed, awaiting reply, awaiting parts.'],
  ])('of %j is %j', (typed, expected) => {
    expect(hint(typed)).toBe(expected);
  });

  it('stays the same while a word or a mistyped value grows', () => {
    for (const [line, from] of [
      ['refund for order', 0],
      ['stauts:whatever', 'stauts:w'.length],
      ['status:opnexx', 'status:opn'.length],
    ] as const) {
      const hints = Array.from({ length: line.length - from }, (_, more) => hint(line.slice(0, from + more + 1)));
      // The suggestion may go when nothing resembles the value any more.
      expect(hints.filter((one, index) => index > 0 && one !== hints[index - 1]).length, line).toBeLessThanOrEqual(
        line.startsWith('status') ? 1 : 0,
      );
    }
  });

  it('is short however many tags there are', () => {
    const tags = Array.from({ length: 5_000 }, (_, index) => tag(`refund ${index}`, index));
    const many = { ...world, base: { ...world.base, tags } };
    expect(hint('tag:', many)).toMatch(/^refund 0 0 {2}.* {2}…$/);
    expect(hint('tag:', many).length).toBeLessThan(500);
    expect(completionAt(draftOf('tag:"refund 4999'), many).found).toHaveLength(1);
    expect(tab('tag:', many)).toBe('tag:"refund |');
    expect(tab('tag:"refund ', many)).toHaveLength(50);
  });
});
