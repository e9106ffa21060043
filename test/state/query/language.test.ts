import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { askedNumber, parseQuery, queryText, queryTitle } from '../../../src/state/query/language.ts';
import { matchesQuery } from '../../../src/state/query/match.ts';
import { toFilter } from '../../../src/state/query/to-filter.ts';
import { everything, inboxQuery, unresolved, views } from '../../../src/state/query/views.ts';
import type { Query, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { runs } from '../../harness/full.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

/** Of a help center that filters by what the document says, and of one that filters by more. */
let world: World;
let more: World;
beforeAll(async () => {
  world = (await openDesk([row(1)])).desk.world();
  more = (await openDesk([row(1, { unread: false })])).desk.world();
});
function parse(text: string, of = world) {
  return parseQuery(text, of);
}
function queryOf(text: string, of = world): Query {
  const read = parse(text, of);
  if ('problem' in read) throw new Error(read.problem);
  return read.query;
}
function problemOf(text: string, of = world): string {
  const read = parse(text, of);
  return 'problem' in read ? read.problem : 'none';
}
function not(part: Partial<Query['not']>): Pick<Query, 'not'> {
  return { not: { ...everything.not, ...part } };
}

describe('the filter language', () => {
  it.each<[string, Partial<Query>]>([
    ['', {}],
    ['  refund   7741 ', { words: 'refund 7741' }],
    ['status:open', { statuses: ['open'] }],
    ['STATUS:Opened', { statuses: ['open'] }],
    ['status:"awaiting reply" status:closed', { statuses: ['awaiting reply', 'closed'] }],
    ['status:awaiting status:REPLY', { statuses: ['awaiting reply'] }],
    ['status:open status:open', { statuses: ['open'] }],
    ['assignee:me', { assignees: ['me'] }],
    ['assignee:none assignee:"Ana Ortiz"', { assignees: ['none', 1] }],
    ['assignee:ana', { assignees: [1] }],
    ['assignee:ortiz', { assignees: [1] }],
    ['assignee:bob@shop.example', { assignees: [2] }],
    ['assignee:#44', { assignees: [44] }],
    ['inbox:Support', { inboxes: [1] }],
    ['inbox:bill', { inboxes: [2] }],
    ['tag:vip tag:"two words"', { tags: ['vip', 'two words'] }],
    ['is:archived', { archived: 'only' }],
    ['is:any sort:oldest', { archived: 'any', sort: 'oldest' }],
    ['is:unassigned is:open', { assignees: ['none'], statuses: ['open'] }],
    ['is:closed', { statuses: ['closed'] }],
    // What is closed is never unresolved: the later word holds.
    ['is:unresolved is:closed', { statuses: ['closed'] }],
    ['is:unresolved status:closed', { statuses: ['closed'] }],
    ['is:unresolved status:open', { isUnresolved: true, statuses: ['open'] }],
    ['is:unresolved inbox:Support', { isUnresolved: true, inboxes: [1] }],
    ['is:mine before:2026-03-01 after:2026-01', { assignees: ['me'], before: '2026-03-01', after: '2026-01-01' }],
    ['-status:open', { statuses: ['closed', 'awaiting reply'] }],
    ['-status:open status:open status:closed', { statuses: ['closed'] }],
    ['-is:closed -is:archived', { statuses: ['open', 'awaiting reply'] }],
    ['tag:vpi'.replace('vpi', '"vpi"'), { tags: ['vpi'] }],
    ['"-refund" "#228" "from:tomasz" - -- 5-7', { words: '-refund #228 from:tomasz - -- 5-7' }],
    ['228', { words: '228' }],
    ['parcel status:open late', { words: 'parcel late', statuses: ['open'] }],
    ['"status:open"', { words: 'status:open' }],
    [
      'https://shop.example/a re:hello aw:hello 12:30 a:b in: to',
      { words: 'https://shop.example/a re:hello aw:hello 12:30 a:b in: to' },
    ],
    ['say "hello there" now', { words: 'say hello there now' }],
    ['tag:"say ""hi"""', { tags: ['say "hi"'] }],
    ['"never closed', { words: 'never closed' }],
    ['it"s', { words: 'it"s' }],
  ])('reads %j', (text, expected) => {
    expect(queryOf(text)).toEqual({ ...everything, ...expected });
  });

  it.each([
    ['status:#9', 'Unknown status "#9". Known: open, closed, awaiting reply.'],
    ['status:opne', 'Unknown status "opne": did you mean "open"? Known: open, closed, awaiting reply.'],
    ['assignee:zz', 'Unknown agent "zz". Known: me, none, Ana Ortiz, Bob Stone, Doris Orfanos.'],
    ['assignee:shop', 'Which agent is "shop"? Ana Ortiz, Bob Stone, Doris Orfanos.'],
    ['inbox:nowhere', 'Unknown inbox "nowhere". Known: Support, Billing.'],
    ['is:spam', 'Unknown word after is: "spam". Known: unresolved, open, closed, archived, any, mine, unassigned.'],
    ['sort:random', 'Unknown order "random". Known: newest, oldest, updated, created.'],
    ['status:', 'status: needs a value: open, closed, awaiting reply.'],
    ['tag:""', 'tag: needs a value: a tag.'],
    ['refund stauts:open', 'Unknown filter "stauts:open": did you mean status:?'],
    ['in:support', 'Unknown filter "in:support": did you mean inbox:?'],
    ['late Label:vip', 'Unknown filter "Label:vip": did you mean tag:?'],
    ['owner:me', 'Unknown filter "owner:me": did you mean assignee:?'],
    ['asignee:me', 'Unknown filter "asignee:me": did you mean assignee:?'],
    [
      'subject:refund',
      'Unknown filter "subject:refund". Known: status: assignee: tag: inbox: is: before: after: sort:.',
    ],
    ['tag:vpi', 'Unknown tag "vpi": did you mean "vip"? Put it in quotes to take it literally.'],
    ['is:Resolved', 'Unknown word after is: "Resolved": did you mean "closed"?'],
    ['is:unresolvd', 'Unknown word after is: "unresolvd": did you mean "unresolved"?'],
    ['is:closd', 'Unknown word after is: "closd": did you mean "closed"?'],
    ['assignee:bbo', 'Unknown agent "bbo": did you mean "Bob Stone"? Known: me'],
    ['before:tomorrow', '"tomorrow" is not a date. Use 2026-01-31, 2026-01, today, 7d or 2w.'],
    ['after:2026-02-30', '"2026-02-30" is not a date.'],
    ['before:', 'before: needs a value: a day such as 2026-01-31, or 7d.'],
    ['#228 parcel', '#228 names one conversation: alone it opens it. Put it in quotes to search for it.'],
    ['from:tomasz', 'from: is not known yet: the help center cannot filter by it.'],
    ['has:note', 'has: is not known yet: the help center cannot filter by it.'],
    ['is:unread', 'is:unread is not known yet: the help center cannot filter by it.'],
    ['is:later', 'is:later is not known yet: the help center cannot filter by it.'],
    ['is:waiting', 'is:waiting is not known yet: the help center cannot filter by it.'],
    ['-tag:refund', '-tag:refund is not known yet: the help center cannot filter by it.'],
    ['-assignee:me', '-assignee:me is not known yet'],
    ['-inbox:support', '-inbox:support is not known yet'],
    ['-refund', '-refund: a word cannot be left out. Put it in quotes to search for it.'],
    ['status:open -status:open', '-status:open leaves no status: open is asked for.'],
  ])('says of %j what is wrong and what would be right', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  it.each<[string, Partial<Query>]>([
    ['from:tomasz', { from: 'tomasz' }],
    ['from:"Zoë  Quinn" late', { from: 'Zoë Quinn', words: 'late' }],
    ['has:note has:REVIEW has:note', { has: ['note', 'review'] }],
    ['is:unread', { isUnread: true }],
    ['is:waiting is:mine', { isWaiting: true, assignees: ['me'] }],
    ['-tag:vip -tag:"vpi"', not({ tags: ['vip', 'vpi'] })],
    ['-assignee:me -is:unassigned', not({ assignees: ['me', 'none'] })],
    ['-inbox:support status:open', { statuses: ['open'], ...not({ inboxes: [1] }) }],
    ['-status:open -is:closed', not({ statuses: ['open', 'closed'] })],
    ['-status:open status:open status:closed', { statuses: ['closed'] }],
    ['-is:archived', {}],
    ['-is:any', {}],
    ['is:automatic', { isAutomatic: true }],
    ['sample:20 by:bob by:me', { sample: 20, writers: [2, 1] }],
    ['is:mentioned', { isMentioned: true }],
    ['is:followed', { isFollowed: true }],
    ['-is:waiting -is:unread', not({ is: ['waiting', 'unread'] })],
    ['-is:unresolved -is:automatic -has:note', not({ is: ['unresolved', 'automatic'], has: ['note'] })],
    ['"is:unread" "-tag:vip"', { words: 'is:unread -tag:vip' }],
  ])('reads %j if the help center supports it', (text, expected) => {
    expect(queryOf(text, more)).toEqual({ ...everything, ...expected });
  });

  it.each([
    ['from:', 'from: needs a value: a name or an address.'],
    ['counted:all', '"all" is not a number with its days, such as closed.2026-11-01.2026-12-01.'],
    ['from:zoe from:bob', 'from: may appear once; quote a full name: from:"Zoe Quinn".'],
    ['sample:0', '"0" is not a number from 1 to 500.'],
    ['sample:501', '"501" is not a number from 1 to 500.'],
    ['by:nobody', 'Unknown agent "nobody"'],
    ['has:', 'has: needs a value: note, attachment, review, side.'],
    ['has:notes', 'Unknown word after has: "notes": did you mean "note"? Known: note, attachment, review, side.'],
    ['is:unraed', 'Unknown word after is: "unraed": did you mean "unread"?'],
    [
      'is:spam',
      'Unknown word after is: "spam". Known: unresolved, open, closed, archived, any, mine, unassigned, unread, waiting, automatic, mentioned, followed, later.',
    ],
    ['form:zoe', 'Unknown filter "form:zoe": did you mean from:?'],
    ['x tga:vip', 'Known: status: assignee: tag: inbox: is: before: after: sort: from: by: has: sample:.'],
    ['-from:zoe', '-from:zoe is not known yet'],
    ['-tag:vpi', 'Unknown tag "vpi": did you mean "vip"?'],
  ])('says of %j what is wrong, and what this help center supports', (text, problem) => {
    expect(problemOf(text, more)).toContain(problem);
  });

  it('shows at which place in the line it is wrong', () => {
    expect(parse('refund tag:vip stauts:open late')).toMatchObject({ at: 'refund tag:vip stauts:open'.length });
    expect(parse('-tag:vip status:opne')).toMatchObject({ at: '-tag:vip status:opne'.length });
  });

  it('counts days back from today', () => {
    const at = new Date(2026, 2, 1, 0, 30).getTime();
    const days = ['today', 'yesterday', '7d', '2w'].map(value => {
      const read = parseQuery(`after:${value}`, { ...world, now: at });
      return 'query' in read ? read.query.after : null;
    });
    expect(days).toEqual(['2026-03-01', '2026-02-28', '2026-02-22', '2026-02-15']);
  });

  it('reads a number alone as a conversation', () => {
    expect(['#228', ' #228 ', '228', '#228 a', '"#228"', '#'].map(text => askedNumber(text, world))).toEqual([
      228,
      228,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses a filter that no request could carry, pasted in any way', () => {
    expect(problemOf('tag:a '.repeat(2_000))).toBe('The filter is longer than 4,000 characters: shorten it');
  });

  it('accepts any status and checks no names if the help center lists none', () => {
    const bare = {
      ...world,
      base: { ...world.base, statuses: [], agents: [], conversations: world.base.conversations.without([1]) },
    };
    expect(parseQuery('status:waiting', bare)).toMatchObject({ query: { statuses: ['waiting'] } });
    expect(parseQuery('assignee:zz', bare)).toMatchObject({ problem: 'Unknown agent "zz". Known: me, none.' });
  });

  const word = fc.oneof(
    fc.constantFrom('status:open', 'stauts:x', '"', 'a"b', 'tag:', '""', 'is:x', '-x', '#1', 'from:x', 'abc:d'),
    fc.string({ minLength: 1 }),
  );
  const query: fc.Arbitrary<Query> = fc.record({
    words: fc.array(word).map(all => safeLine(all.join(' ')).split(/\s+/u).filter(Boolean).join(' ')),
    statuses: fc.uniqueArray(fc.constantFrom('open', 'closed', 'awaiting reply')),
    assignees: fc.uniqueArray(fc.constantFrom<Query['assignees'][number]>('me', 'none', 1, 2, 99)),
    inboxes: fc.uniqueArray(fc.constantFrom(1, 2, 77)),
    tags: fc.uniqueArray(fc.constantFrom('vip', 'two words', 'quo"te', '"', 'tag:x', '#1', 'vpi')),
    from: fc.constantFrom('', 'zoe', 'Zoë Quinn', 'a"b', '-x', 'is:open'),
    counted: fc.constantFrom(
      '',
      'closed.2026-11-01.2026-12-01',
      'left.2026-11-01.2026-11-02.3',
      'came.2026-11-01.2026-11-02.none',
    ),
    writers: fc.uniqueArray(fc.constantFrom(1, 2, 99)),
    sample: fc.constantFrom(null, 1, 20, 500),
    has: fc.uniqueArray(fc.constantFrom('note', 'attachment', 'review')),
    isUnresolved: fc.boolean(),
    isUnread: fc.boolean(),
    isWaiting: fc.boolean(),
    isAutomatic: fc.boolean(),
    isMentioned: fc.boolean(),
    isFollowed: fc.boolean(),
    isLater: fc.boolean(),
    isDue: fc.boolean(),
    isLate: fc.boolean(),
    dueWithin: fc.constantFrom(null, 1, 90, 120, 1_440, 4_320),
    not: fc.record({
      statuses: fc.constant([]),
      assignees: fc.uniqueArray(fc.constantFrom<Query['assignees'][number]>('me', 'none', 1, 99)),
      inboxes: fc.uniqueArray(fc.constantFrom(2, 77)),
      tags: fc.uniqueArray(fc.constantFrom('vip', 'two words', '"', 'vpi')),
      has: fc.uniqueArray(fc.constantFrom('note', 'attachment', 'review')),
      is: fc.uniqueArray(
        fc.constantFrom(
          'unresolved',
          'unread',
          'waiting',
          'automatic',
          'mentioned',
          'followed',
          'later',
          'due',
          'late',
        ),
      ),
    }),
    archived: fc.constantFrom('no', 'only', 'any'),
    before: fc.constantFrom(null, '2026-03-01'),
    after: fc.constantFrom(null, '0990-01-31', '2026-01-31'),
    sort: fc.constantFrom('newest', 'oldest', 'updated', 'created'),
  });
  it('reads back every query that it wrote', () => {
    fc.assert(
      fc.property(query, one => {
        const isUnresolved = one.isUnresolved && !one.isLater;
        expect(queryOf(queryText(one, more), more)).toEqual({ ...one, isUnresolved });
      }),
      { numRuns: runs(500), seed: 7 },
    );
  });

  it('never loses a word and never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), text => {
        const read = parse(text);
        if ('problem' in read) return;
        const letters = (all: string) => all.replace(/[\s"]/gu, '');
        if (/(status|assignee|tag|inbox|is|sort):/i.test(text)) return;
        expect(letters(read.query.words)).toBe(letters(text));
      }),
      { numRuns: runs(500), seed: 7 },
    );
  });
});

describe('the text of a query', () => {
  it('names people and inboxes, and shows ids if a name is not clear', () => {
    const query = { ...unresolved, assignees: [1, 'me' as const], inboxes: [2], tags: ['two words'] };
    expect(queryText(query, world)).toBe(
      'assignee:"Ana Ortiz" assignee:me inbox:Billing tag:"two words" is:unresolved',
    );
    const agents = [...world.base.agents, { ...world.base.agents[0]!, id: 9 }];
    expect(queryText(query, { ...world, base: { ...world.base, agents } })).toContain('assignee:#1');
  });

  it('is a short title in a pane’s head', () => {
    expect(views.map(view => queryTitle(view.query, world))).toEqual([
      'Unresolved',
      'Mine',
      'Unassigned',
      'Waits on us',
      'Archived',
      'Mentions me',
      'Followed',
      'Later',
      'Late',
      'All',
    ]);
    expect(queryTitle(inboxQuery(1), world)).toBe('Support · unresolved');
    expect(queryTitle({ ...everything, inboxes: [99] }, world)).toBe('inbox #99');
    expect(queryTitle({ ...everything, words: 'refund', tags: ['vip'], sort: 'oldest' }, world)).toBe(
      'All · tag vip · “refund” · oldest',
    );
    expect(queryTitle({ ...everything, archived: 'any' }, world)).toBe('All');
    const all = 'inbox:support -status:closed -assignee:me -tag:vip from:"Zoë Quinn" has:note is:unread is:waiting';
    expect(queryTitle(queryOf(all, more), more)).toBe(
      'Support · not closed · not mine · not tag vip · from Zoë Quinn · with note · unread · waiting',
    );
    for (const sort of ['waiting', 'due'] as const)
      expect(queryTitle(queryOf(`tag:vip sort:${sort}`, more), more)).toMatch(
        new RegExp(`^[^·]+ · tag vip · ${sort}$`),
      );
    expect(queryText(queryOf(all, more), more)).toBe(
      'inbox:Support -status:closed -assignee:me -tag:vip from:"Zoë Quinn" has:note is:unread is:waiting',
    );
  });
});

describe('the filter for the help center', () => {
  it('leaves out the defaults', () => {
    expect(JSON.parse(JSON.stringify(toFilter(everything, world)))).toEqual({});
    expect(
      JSON.parse(
        JSON.stringify(
          toFilter(
            queryOf('a status:open assignee:none inbox:1 is:archived sort:updated'.replace('inbox:1', 'inbox:#1')),
            world,
          ),
        ),
      ),
    ).toEqual({
      q: 'a',
      status: ['open'],
      assign_to: ['none'],
      inbox_ids: [1],
      archived: '1',
      sort: 'updated_at.desc',
    });
  });
});

describe('the filter for a help center that supports more', () => {
  it('names wanted values beside excluded ones', () => {
    const query = queryOf('status:open -inbox:billing -tag:vip from:zoe has:note is:unread is:waiting', more);
    const left = queryOf('-is:unresolved -is:waiting -has:note is:automatic', more);
    expect(JSON.parse(JSON.stringify(toFilter(left, more)))).toEqual({
      automatic: '1',
      not: { has: ['note'], waiting: '1', unresolved: '1' },
    });
    expect(JSON.parse(JSON.stringify(toFilter(query, more)))).toEqual({
      status: ['open'],
      not: { inbox_ids: [2], tags: ['vip'] },
      from: 'zoe',
      has: ['note'],
      unread: '1',
      waiting: '1',
    });
    const later = (text: string) => JSON.parse(JSON.stringify(toFilter(queryOf(text, more), more)));
    expect(later('sort:later')).toEqual({ snoozed: '1', sort: 'snoozed_until.asc' });
    expect(later('-is:later')).toEqual({ snoozed: '0', not: {} });
    expect(later('is:unresolved is:later')).toEqual({ snoozed: '1' });
    expect(later('is:unresolved')).toMatchObject({ snoozed: '0' });
  });
});

describe('the days of a filter', () => {
  const at = (day: number, hour = 0) => new Date(2026, 0, day, hour).getTime();
  const one = () => world.base.conversations.get(1)!;

  it('go to the help center as whole seconds that leave out what is at them', () => {
    const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    expect(toFilter(queryOf('before:2026-01-20 after:2026-01-10'), world)).toMatchObject({
      before: { last_message_at: stamp(at(20)) },
      after: { last_message_at: stamp(at(10) - 1_000) },
    });
  });

  it.each([
    [at(9, 23), false],
    [at(10), true],
    [at(19, 23), true],
    [at(20), false],
    [null, 'unknown'],
  ])('a last message at %j belongs to them: %j', (last_message_at, expected) => {
    const query = queryOf('before:2026-01-20 after:2026-01-10');
    expect(matchesQuery(query, { ...one(), last_message_at }, world)).toBe(expected);
  });
});

describe('whether a conversation belongs to a query', () => {
  const one = () => world.base.conversations.get(1)!;
  it.each<[string, object, boolean | 'unknown']>([
    ['status:open', {}, true],
    ['status:closed', {}, false],
    ['status:open', { status: '' as never, conversation_status_id: null }, 'unknown'],
    ['status:closed', { status: '' as never, conversation_status_id: 2 }, true],
    ['assignee:none', {}, true],
    ['assignee:me', { assign_to: 1 }, true],
    ['assignee:me', { assign_to: 2 }, false],
    ['assignee:me assignee:bob', { assign_to: 2 }, true],
    ['tag:VIP', { tags: ['vip' as never] }, true],
    ['tag:vip', {}, false],
    ['inbox:support', { inbox_id: 1 }, true],
    ['inbox:support', { inbox_id: null }, false],
    ['', { archived: true }, false],
    ['is:any', { archived: true }, true],
    ['is:archived', {}, false],
    ['', { merged_into: 3 }, false],
    ['refund', {}, 'unknown'],
    ['refund status:closed', {}, false],
  ])('%j of %j is %j', (text, fields, expected) => {
    expect(matchesQuery(queryOf(text), { ...one(), ...fields }, world)).toBe(expected);
  });

  const zoe = { requester: { id: 1, name: safeLine('Zoë Quinn'), email: safeLine('zq@customer.example') } };
  it.each<[string, object, boolean | 'unknown']>([
    ['is:unread', { unread: true }, true],
    ['is:unread', { unread: false }, false],
    ['is:unread', { unread: null }, 'unknown'],
    ['is:waiting', { waiting_since: 5 }, true],
    ['is:waiting', { waiting_since: null }, false],
    ['is:later', { snoozed: { until: null, keep: false, by: 1 } }, true],
    ['is:later', {}, false],
    ['-is:later', {}, true],
    ['-is:later', { snoozed: { until: 5, keep: true, by: null } }, false],
    ['is:unresolved', { snoozed: { until: 5, keep: true, by: null } }, false],
    ['is:unresolved is:later', { snoozed: { until: 5, keep: true, by: null } }, true],
    ['-is:unresolved', { snoozed: { until: 5, keep: true, by: null } }, true],
    ['-is:unresolved is:later', { snoozed: { until: 5, keep: true, by: null } }, true],
    ['from:zoe', zoe, true],
    ['from:"quinn customer"', zoe, true],
    ['from:oe', zoe, false],
    ['from:"zoe stone"', zoe, false],
    ['from:山田', zoe, 'unknown'],
    ['from:zoe', { requester: null }, false],
    ['has:note', { note_count: 2 }, true],
    ['has:note', { note_count: 0 }, false],
    ['has:note', { note_count: null }, 'unknown'],
    ['has:note has:review', { note_count: 0 }, 'unknown'],
    ['has:review', {}, 'unknown'],
    ['-status:open', {}, false],
    ['-status:closed', {}, true],
    ['-status:closed', { status: '' as never, conversation_status_id: null }, 'unknown'],
    ['-assignee:me', { assign_to: 1 }, false],
    ['-assignee:me', { assign_to: null }, true],
    ['-is:unassigned', { assign_to: null }, false],
    ['-inbox:support', { inbox_id: 1 }, false],
    ['-inbox:support', { inbox_id: null }, true],
    ['-tag:VIP', { tags: ['vip' as never] }, false],
    ['-tag:vip', {}, true],
  ])('%j of %j is %j if the help center supports it', (text, fields, expected) => {
    expect(matchesQuery(queryOf(text, more), { ...one(), ...fields }, more)).toBe(expected);
  });
});
