import { describe, expect, test } from 'vitest';
import { agentOptions, kindsOf } from '../../src/actions/conversation/assign.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { refresh } from '../../src/state/sync/refresh.ts';
import { loadSection, openConversation } from '../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../src/state/visible.ts';
import { agentName, agentsOf } from '../../src/state/words/names.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { ForeignCenter } from './center/help-center.ts';
import { addMessage } from './center/store.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';

const CASE = 101;

function fill({ conversation }: ForeignCenter): void {
  conversation('A late parcel', { id: CASE, tags: ['parcel'], assignTo: 8, createdAt: Date.UTC(2026, 10, 20, 9) });
  conversation('A wrong bill', { id: 102, statusId: 12 });
  conversation('A lost key', { id: 103, inboxId: 22 });
}

function told({ desk }: ForeignBench) {
  const shown = conversationOf(desk.world(), CASE)!;
  const thread = threadOf(desk.world(), CASE);
  return {
    title: shown.title,
    tags: shown.tags,
    assignee: shown.assign_to,
    messages: thread?.messages.map(message => message.body_text),
    problem: desk.world().detail.problem,
  };
}

const WHOLE = {
  title: 'A late parcel',
  tags: ['parcel'],
  assignee: 8,
  messages: ['Hello, this is about A late parcel.'],
  problem: null,
};

/** Every value of every freedom, alone. */
const EACH = Object.entries(FREEDOMS).flatMap(([freedom, values]) =>
  values.map(value => [freedom, value] as [keyof Variant, string]),
);

describe('a help center that is not ours', () => {
  test.for(EACH)('is read whole if its %s are %s', async ([freedom, value]) => {
    const bench = await openForeignDesk({ [freedom]: value }, { fill });
    const { desk } = bench;
    expect([...desk.world().list.rows].sort()).toEqual([101, 102, 103]);
    await openConversation(desk, CASE);
    await bench.idle();
    expect(told(bench)).toEqual(WHOLE);
    await loadSection(desk, CASE, 'history');
    await refresh(desk);
    await bench.idle();
    expect(told(bench)).toEqual(WHOLE);
    expect(desk.world().list.problem).toBeNull();
    expect(desk.world().offline).toBeNull();
    await openConversation(desk, 102);
    desk.stop();
  });

  test.for(FREEDOMS.errors)(
    'that refuses what it does not know, with errors as %s, is asked in its own way',
    async errors => {
      const variant = { questions: 'refused', messages: 'listed', errors } as const;
      const bench = await openForeignDesk(variant, { fill, query: unresolved, isCold: true });
      const { desk } = bench;
      expect(desk.world().list.problem).toBeNull();
      expect([...desk.world().list.rows].sort()).toEqual([101, 103]);
      await openConversation(desk, CASE);
      await bench.idle();
      expect(told(bench)).toEqual(WHOLE);
      desk.stop();
    },
  );

  test('its agents are those that its answers name, and can be assigned', async () => {
    const bench = await openForeignDesk({}, { fill });
    const { desk, center } = bench;
    const sent = { by: 'agent', byId: 8, text: 'It is on its way.', at: bench.clock.now() } as const;
    addMessage(center.store, { ...sent, conversationId: 102 });
    expect([agentName(desk.world(), 8), agentsOf(desk.world()).map(({ id }) => id)]).toEqual(['#8', [8]]);
    await openConversation(desk, 102);
    await bench.idle();
    expect(agentName(desk.world(), 8)).toBe('Ivo Brandt');
    const [option] = agentOptions(desk.world(), { kinds: kindsOf(desk.world(), [102]) });
    expect(option).toMatchObject({ id: '8', label: 'Ivo Brandt', detail: '' });
    desk.stop();
  });

  test.for(FREEDOMS.times)('its times are read in UTC, written %s', async times => {
    const { desk } = await openForeignDesk({ times }, { fill });
    expect(conversationOf(desk.world(), CASE)?.created_at).toBe(Date.UTC(2026, 10, 20, 9));
  });

  test.for(FREEDOMS.status)('closed conversations are not unresolved, with their status as %s', async status => {
    const { desk } = await openForeignDesk({ status }, { fill, query: unresolved });
    // An id alone does not say what it means: nothing is hidden by a guess.
    expect([...desk.world().list.rows].sort()).toEqual(status === 'id' ? [101, 102, 103] : [101, 103]);
  });
});
