import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../../../src/center/model/listing/filter.ts';
import type { Lead } from '../../../../src/center/model/listing/lead.ts';
import type { Page } from '../../../../src/center/model/listing/paging.ts';
import { rangePlan } from '../../../../src/center/model/listing/range.ts';
import { countLead, sortedPlan } from '../../../../src/center/model/listing/sort.ts';
import { canWalk, hasRanges, walkPlan } from '../../../../src/center/model/listing/walk.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter();
});
afterAll(() => desk.close());

function page(field = 'last_message_at'): Page {
  return {
    field,
    direction: 'desc',
    take: 51,
    from: [1_700_000_000_000, 7],
    close: () => ({ rows: [], nextCursor: null }),
  };
}

const filter: Filter = {
  shelves: [0],
  statuses: [1, 3],
  homes: [4, 5],
  assignees: [0, 7],
  tags: [2, 3],
  waiting: false,
  times: [['updated_at', '>', 1_700_000_000_000]],
  orphansOf: undefined,
  text: '',
};

const bare = { ...filter, statuses: undefined, homes: undefined, assignees: undefined, tags: undefined, times: [] };

function explain(query: ReturnType<typeof countLead> | ReturnType<typeof walkPlan>): Promise<string[]> {
  return desk.center.read(async ({ db }) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db);
    return rows.map(row => row.detail);
  });
}

/** The steps that read a table whole. What is made on the way (`b0`, `m`) is small or was asked for. */
function scans(steps: readonly string[]) {
  return steps.filter(step => /^SCAN (c|t|conversation|x)\b/.test(step));
}

const leads = { assignees: 'assign_key', homes: 'home_id', statuses: 'status_id' } as const;

describe('the ways to a page of conversations', () => {
  it.each(Object.entries(leads))('walk %s by an index that begins with it and is sorted', async (lead, column) => {
    const steps = await explain(
      walkPlan({ filter: { ...filter, times: [], tags: undefined }, page: page(), kind: 'sqlite' }, lead as Lead),
    );
    expect(scans(steps)).toEqual([]);
    const searched = steps.filter(step => step.startsWith('SEARCH'));
    expect(searched).toHaveLength(2);
    for (const step of searched) {
      expect(step).toContain(`INDEX conversation_by_${column}_shelf_last_message_at`);
      expect(step).toContain(`(${column}=? AND shelf=? AND last_message_at<?)`);
    }
  });

  it('walk tags by their own copies of the other filters’ columns', async () => {
    const steps = await explain(walkPlan({ filter: { ...filter, times: [] }, page: page(), kind: 'sqlite' }, 'tags'));
    expect(
      steps.filter(step => step.startsWith('SEARCH')).every(step => step.startsWith('SEARCH t USING COVERING INDEX')),
    ).toBe(true);
    expect(scans(steps)).toEqual([]);
  });

  it('walk what agents have not read of their open conversations by an index of each agent, without sorting', async () => {
    const unread = { agentId: 7, floor: 1, hasWoken: false };
    const wanted = {
      filter: { ...bare, statuses: [1, 3], assignees: [7], unread },
      page: page(),
      kind: 'sqlite' as const,
    };
    const steps = await explain(walkPlan(wanted, 'unread'));
    expect(steps[0]).toContain('conversation_mark_open_by_assignee (kind=? AND assign_key=? AND shelf=? AND last_me');
    expect(steps.filter(step => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  it.each(['waiting', 'due'] as const)(
    'sort those of an agent that are %s, read by an index of each agent',
    async lead => {
      const asked = lead === 'due' ? { due: 5_000 } : { waiting: true };
      const wanted = {
        filter: { ...bare, homes: [4, 5], assignees: [7], ...asked },
        page: page(),
        kind: 'sqlite' as const,
      };
      const [step] = await explain(sortedPlan(wanted, lead));
      expect(step).toContain('COVERING INDEX conversation_mark_open_by_assignee (kind=? AND assign_key=? AND shelf=?)');
    },
  );

  it.each(['last_message_at', 'created_at', 'updated_at'])(
    'walk all by an index sorted by %s, without sorting',
    async field => {
      const steps = await explain(walkPlan({ filter: bare, page: page(field), kind: 'sqlite' }, 'nothing'));
      expect(steps).toEqual([expect.stringContaining(`SEARCH c USING INDEX conversation_by_shelf_${field}`)]);
    },
  );

  it.each(['last_message_at', 'created_at', 'updated_at'])('read one second of %s by its index alone', async field => {
    const plan = walkPlan({ filter: bare, page: page(field), kind: 'sqlite' }, 'nothing', 1_699_999_999_000);
    const searched = (await explain(plan)).filter(step => /^(SEARCH|SCAN)/.test(step));
    expect(searched).toEqual([
      expect.stringMatching(
        new RegExp(
          `^SEARCH c USING INDEX conversation_by_shelf_${field}\\S* \\(shelf=\\? AND ${field}>\\? AND ${field}<\\?\\)$`,
        ),
      ),
    ]);
  });

  it('try the first rows of several ranges in turn, without sorting them', async () => {
    const shelves = { ...bare, shelves: [0, 1, 4] };
    const wanted = { filter: shelves, page: page(), kind: 'sqlite' as const };
    const steps = await explain(walkPlan(wanted, 'nothing', undefined, 2_000));
    expect(steps.filter(step => step.startsWith('SEARCH c'))).toHaveLength(3);
    expect(steps.filter(step => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('walk what was created before a time by how long it lasted, each span from where it can begin', async () => {
    const times = [['created_at', '<', 1_600_000_000_000]] as const;
    const first = { ...page(), from: undefined };
    const wanted = { filter: { ...filter, tags: undefined, times }, page: first, kind: 'sqlite' as const };
    expect(canWalk(wanted, 'spans')).toBe(true);
    const searched = (await explain(walkPlan(wanted, 'spans'))).filter(step => step.startsWith('SEARCH'));
    expect(searched.map(step => step.replace(/^.*conversation_by_span /, ''))).toEqual([
      ...Array.from({ length: 7 }, () => '(<expr>=? AND shelf=? AND last_message_at<?)'),
      '(<expr>=? AND shelf=?)',
    ]);
    expect(canWalk({ ...wanted, filter: { ...filter, times } }, 'spans')).toBe(false);
    expect(canWalk({ ...wanted, page: page('updated_at') }, 'spans')).toBe(false);
  });

  it('begin at the strictest of a limit on the order, one on a later time, and the page before', async () => {
    const wanted = (times: Filter['times'], from?: readonly [number, number]) => ({
      filter: { ...bare, times },
      page: { ...page(), from },
      kind: 'sqlite' as const,
    });
    const parameters = (one: ReturnType<typeof wanted>) =>
      desk.center.read(async ({ db }) => walkPlan(one, 'nothing').compile(db).parameters);
    const limits = [
      ['last_message_at', '<', 5_000],
      ['updated_at', '<', 4_000],
    ] as const;
    expect(await parameters(wanted(limits))).toEqual([0, 4_000, 4_000, 51]);
    // The page before ended within a second: of that one the rows with smaller ids are still to come.
    expect(await parameters(wanted(limits, [2_300, 7]))).toEqual([0, 4_000, 3_000, 2_000, 7, 51]);
    expect(await parameters(wanted(limits, [4_500, 7]))).toEqual([0, 4_000, 4_000, 4_000, 7, 51]);
    const after = [
      ['created_at', '>', 100],
      ['last_message_at', '>', 200],
    ] as const;
    expect(await parameters(wanted(after))).toEqual([0, 100, 200, 51]);
  });

  it.each(['tags', 'assignees', 'homes', 'statuses', 'times'] as const)(
    'count and sort a short %s without reading the table whole',
    async lead => {
      expect(scans(await explain(countLead({ filter, page: page(), kind: 'sqlite' }, lead, 100)))).toEqual([]);
      const steps = await explain(sortedPlan({ filter, page: page('created_at'), kind: 'sqlite' }, lead));
      expect(scans(steps)).toEqual([]);
      const first = lead === 'tags' ? 'tag_id' : lead === 'times' ? 'shelf_updated_at' : leads[lead];
      expect(steps.find(step => step.startsWith('SEARCH'))).toContain(`_by_${first}`);
    },
  );

  const bare = { ...filter, statuses: undefined, homes: undefined, assignees: undefined, tags: undefined, times: [] };
  const reader = { agentId: 7, floor: 900, since: 0, hasWoken: false };
  const marked: readonly (readonly [string, Partial<Filter>, string, Lead, string])[] = [
    ['what waits', { waiting: true }, 'last_message_at', 'waiting', 'waiting_by_time (kind=? AND shelf=?'],
    [
      'what waits in an inbox',
      { waiting: true, homes: [4] },
      'last_message_at',
      'waiting',
      'waiting_by_home_time (kind=? AND home_id=? AND shelf=?',
    ],
    ['what waits longest', { waiting: true }, 'waiting_since', 'waiting', 'waiting_by_since (kind=?'],
    [
      'what waits longest in an inbox',
      { waiting: true, homes: [4] },
      'waiting_since',
      'waiting',
      'waiting_by_home_since (kind=? AND home_id=?',
    ],
    ['what is due first', { waiting: true, due: 8e15 }, 'due_at', 'due', 'waiting_by_due (kind=? AND due_at<?'],
    [
      'what is late in an inbox',
      { waiting: true, due: 9e3, homes: [4] },
      'due_at',
      'due',
      'waiting_by_home_due (kind=? AND home_id=? AND due_at<?',
    ],
    ['what holds a note', { has: ['note'] }, 'last_message_at', 'has', 'by_time (kind=? AND shelf=?'],
    ['what is unread', { unread: reader }, 'last_message_at', 'unread', 'asked_by_time (kind=? AND shelf=?'],
  ];

  it.each(marked)('walk %s by an index that is sorted, without sorting', async (_, over, field, lead, index) => {
    // Unread messages may lie above the floor alone: then those are read.
    for (const from of lead === 'unread' ? [page(field).from] : [page(field).from, undefined]) {
      const wanted = { filter: { ...bare, ...over }, page: { ...page(field), from }, kind: 'sqlite' as const };
      expect(canWalk(wanted, lead)).toBe(true);
      const steps = await explain(walkPlan(wanted, lead));
      expect(steps[0]).toContain(`INDEX conversation_mark_${index}`);
      expect(steps.filter(step => step.includes('TEMP B-TREE'))).toEqual([]);
    }
  });

  it('look up whether a waiting conversation is late by its id alone', async () => {
    const wanted = { filter: { ...bare, waiting: true, due: 9e3 }, page: page(), kind: 'sqlite' as const };
    const steps = await explain(walkPlan(wanted, 'waiting'));
    expect(steps[0]).toContain('INDEX conversation_mark_waiting_by_time');
    expect(steps.join('\n')).toMatch(/SEARCH y .*conversation_id=\? AND kind=\?/);
  });

  it.each([
    ['of all inboxes', undefined, 'by_message (kind=? AND message_id>?)'],
    ['of some inboxes', [4, 5], 'by_home_message (kind=? AND home_id=? AND message_id>?)'],
  ] as const)('find what is unread %s only above the floor', async (_, homes, index) => {
    const wanted = { filter: { ...bare, homes, unread: reader }, page: page(), kind: 'sqlite' as const };
    for (const query of [countLead(wanted, 'unread', 100), sortedPlan(wanted, 'unread')])
      expect((await explain(query)).join('\n')).toContain(`conversation_mark_${index}`);
  });

  it('count the marks above the floor without looking at what the agent has read of each', async () => {
    const wanted = { filter: { ...bare, unread: reader }, page: page(), kind: 'sqlite' as const };
    expect((await explain(countLead(wanted, 'unread', 100))).join('\n')).not.toContain('seen');
    expect((await explain(sortedPlan(wanted, 'unread'))).join('\n')).toContain('seen');
  });

  it('walk what is put off by an index that holds nothing else, without sorting', async () => {
    const wanted = { filter: { ...bare, shelves: [4] }, page: page('snoozed_until'), kind: 'sqlite' as const };
    const steps = await explain(walkPlan(wanted, 'nothing'));
    expect(steps).toEqual([expect.stringContaining('INDEX conversation_by_snoozed_until')]);
  });

  it.each(['ids', 'contacts', 'requesters'] as const)('reach %s by their own indexes', async lead => {
    const over = { ids: [1, 2], contacts: [3], requesters: ['zoe'] };
    const wanted = { filter: { ...bare, [lead]: over[lead] }, page: page(), kind: 'sqlite' as const };
    const steps = await explain(sortedPlan(wanted, lead));
    expect(scans(steps)).toEqual([]);
    expect(steps[0]).toMatch(/SEARCH c USING (INTEGER PRIMARY KEY|INDEX conversation_by_requester_id)/);
  });

  it('reach what a deleted inbox left to its assignee, and what a text finds, by their own indexes', async () => {
    const orphans = { ...filter, homes: undefined, orphansOf: 7 };
    const steps = await explain(sortedPlan({ filter: orphans, page: page(), kind: 'sqlite' }, 'orphans'));
    expect(steps[0]).toContain('conversation_by_orphan (assign_to=?)');
    const text = { found: ['parcel'], checked: [], hasParts: false };
    const found = await explain(sortedPlan({ filter, text, page: page(), kind: 'sqlite' }, 'text'));
    expect([found[0], found[1]]).toEqual([
      expect.stringContaining('SCAN search VIRTUAL TABLE INDEX'),
      expect.stringContaining('SEARCH c USING INTEGER PRIMARY KEY'),
    ]);
    const checked = { found: [], checked: ['parcel'], hasParts: true };
    const walked = await explain(walkPlan({ filter, text: checked, page: page(), kind: 'sqlite' }, 'homes'));
    expect([...new Set(walked.filter(step => / w /.test(step)))]).toEqual([
      'SEARCH w USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH w USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    ]);
  });

  const named: [string, Partial<Filter>, Lead, string][] = [
    ['requesters by id', { contacts: [3, 4] }, 'byFirstContact', 'conversation_by_requester'],
    ['other contacts', { contacts: [3, 4] }, 'byOtherContact', 'conversation_mark_by_time'],
    ['other contacts in an inbox', { contacts: [3], homes: [4] }, 'byOtherContact', 'conversation_mark_by_home_time'],
    ['requesters by name', { requesters: ['zoe', 'yan'] }, 'byRequester', 'conversation_by_requester'],
    ['requesters in an inbox', { requesters: ['zoe'], homes: [4] }, 'byRequester', 'conversation_by_requester'],
    ['tags to leave out', { notTags: [2, 3] }, 'byTagSet', 'conversation_by_tag_set'],
    ['tags to leave out in an inbox', { notTags: [2], homes: [4] }, 'byTagSet', 'conversation_by_tag_set_home'],
  ];

  it.each(named)('look at the first row of each range of %s, by a sorted index', async (_, over, lead, index) => {
    const wanted = { filter: { ...bare, ...over }, page: page(), kind: 'sqlite' as const };
    expect(hasRanges(wanted, lead)).toBe(true);
    for (const second of [undefined, 1_700_000_000_000]) {
      const steps = await explain(rangePlan(wanted, lead, second));
      expect(steps.filter(step => /^SCAN (c|k|r|conversation\w*)\b/.test(step))).toEqual([]);
      const searched = steps.filter(step => /^SEARCH [ck] /.test(step));
      expect(searched.length).toBeGreaterThan(0);
      for (const step of searched) {
        expect(step).toContain(`INDEX ${index}`);
        expect(step).toContain('shelf=? AND last_message_at');
      }
    }
  });

  it('look at the first row of each of many inboxes', async () => {
    const homes = Array.from({ length: 40 }, (_, at) => at);
    const wanted = { filter: { ...bare, homes }, page: page(), kind: 'sqlite' as const };
    expect([canWalk(wanted, 'homes'), hasRanges(wanted, 'homes')]).toEqual([false, true]);
    const steps = await explain(rangePlan(wanted, 'homes'));
    expect(steps.filter(step => /^SCAN (c|r|conversation)\b/.test(step))).toEqual([]);
    for (const step of steps.filter(one => one.startsWith('SEARCH c')))
      expect(step).toContain('conversation_by_home_id_shelf_last_message_at');
  });

  it('walk at most 32 ranges side by side, and only what lies sorted', () => {
    const wanted = (homes: number, field?: string) => ({
      filter: { ...filter, shelves: [0, 1], homes: Array.from({ length: homes }, (_, at) => at) },
      page: page(field),
      kind: 'sqlite' as const,
    });
    expect([
      canWalk(wanted(16), 'homes'),
      canWalk(wanted(17), 'homes'),
      canWalk(wanted(1, 'created_at'), 'homes'),
    ]).toEqual([true, false, false]);
    expect([canWalk(wanted(99), 'nothing'), canWalk(wanted(1), 'times')]).toEqual([true, false]);
  });
});
