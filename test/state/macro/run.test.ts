import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import type { ShownMacroActions } from '../../../src/state/macro/macro.ts';
import { type MacroPlan, planKinds, planWords } from '../../../src/state/macro/plan.ts';
import { dryRun, lacksTeams, runMacro } from '../../../src/state/macro/run.ts';
import { journalOf, requestsOf } from '../../../src/state/operations/operation.ts';
import { forgetRefused } from '../../../src/state/outbox/journal.ts';
import { loadTeams } from '../../../src/state/sync/places.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { t } from '../../../src/text/safe.ts';
import { runs } from '../../harness/full.ts';
import { type MacroCenter, macroCenter } from './macro-desk.ts';

const MANY = runs(500);

let made: MacroCenter;
let desk: Desk;

beforeEach(async () => {
  made = await macroCenter();
});
afterEach(async () => {
  desk.stop();
  await made.center.close();
});

async function create(count: number, more: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    if (nth % 200 === 0) made.center.clock.elapsed += 60_000;
    const body = { title: `Mail ${nth}`, inbox_id: made.center.inboxId, ...more };
    ids.push((await made.call('POST', '/conversations', body)).id);
  }
  made.center.clock.elapsed += 60_000;
  return ids;
}
function refund(actions: ShownMacroActions) {
  return { name: t`refund`, actions };
}
function wordsOf(actions: ShownMacroActions, ids: readonly number[]): string {
  const plan = dryRun(desk.world(), refund(actions), ids, desk.now());
  return 'problem' in plan ? plan.problem : planWords(plan);
}

describe('a macro', () => {
  it('says in four numbers what it would do', async () => {
    const open = await create(3);
    const closed = await create(2, { conversation_status_id: 2, tags: ['refund'] });
    desk = await made.openDesk([...open, ...closed].slice(0, 4));
    const ids = [...open, ...closed];
    expect(wordsOf({ add_tags: ['refund'] }, ids)).toBe('3 would change, 1 is so already, 1 not loaded');
    expect(wordsOf({ snooze: '2h' }, ids)).toBe('3 would change, 1 not allowed, 1 not loaded');
    expect(wordsOf({ status: 'Closed' }, ids.slice(0, 3))).toBe('3 would change');
  });

  it('says of each kind of change how many it makes, and whose conversations it takes', async () => {
    const open = await create(2);
    const held = await create(1, { assign_to: made.center.adminId, tags: ['refund'] });
    const ids = [...open, ...held];
    desk = await made.openDesk(ids);
    const target = made.center.agentId;
    const plan = dryRun(
      desk.world(),
      refund({ add_tags: ['refund'], assign_to: target, status: 'closed' }),
      ids,
      desk.now(),
    );
    const words = planKinds({ ...desk.world(), me: null }, plan as MacroPlan);
    expect(words).toMatch(/\+refund 2/);
    expect(words).toMatch(/closed 3/);
    expect(words).toMatch(/to .* 3, 1 of them from colleagues/);
  });

  it('names each inbox, agent and status that is gone, before anything is done', async () => {
    const ids = await create(2);
    desk = await made.openDesk(ids);
    const macro = refund({ status: 'waiting', assign_to: 99, inbox_id: 77, add_tags: ['new'] });
    runMacro(desk, macro, ids);
    expect(desk.world().notice?.text).toBe(
      'refund cannot run: there is no inbox #77, or you cannot see it; there is no agent #99; there is no status “waiting”.',
    );
    expect(desk.world().operations).toEqual([]);
  });

  it('makes a deleted tag again', async () => {
    const [id = 0] = await create(1);
    desk = await made.openDesk([id]);
    runMacro(desk, refund({ add_tags: ['never seen'] }), [id]);
    await made.idle();
    expect((await made.call('GET', `/conversations/${id}`)).tags).toEqual(['never seen']);
  });

  it('says why it does nothing to the only conversation', async () => {
    const [id = 0] = await create(1, { conversation_status_id: 2 });
    desk = await made.openDesk([id]);
    runMacro(desk, refund({ snooze: '2h', add_tags: ['refund'] }), [id]);
    expect(desk.world().notice?.text).toBe(`refund does nothing here: #${id} is closed, and cannot be put off.`);
    runMacro(desk, refund({ status: 'closed' }), [id]);
    expect(desk.world().notice?.text).toBe('refund does nothing here: 0 would change, 1 is so already.');
    const billing = await made.call('POST', '/inboxes', { name: 'Billing' });
    desk.stop();
    desk = await made.openDesk([id]);
    runMacro(desk, refund({ inbox_id: billing.id, assign_to: made.center.agentId }), [id]);
    expect(desk.world().notice?.text).toBe(
      `refund does nothing here: #${id} cannot go to Ben Agent, who cannot see Billing.`,
    );
    expect(desk.world().operations).toEqual([]);
  });

  it('is one act: one line of the journal, and one z takes all of it back', async () => {
    const ids = await create(3);
    await made.call('PUT', `/conversations/${ids[0]}`, { assign_to: made.center.agentId });
    desk = await made.openDesk(ids);
    const before = ids.map(id => conversationOf(desk.world(), id)!);
    runMacro(desk, refund({ status: 'closed', add_tags: ['refund'], assign_to: 'me', note: 'Refunded.' }), ids);
    expect(desk.world().notice?.text).toMatch(/^Applied refund to 3 conversations · \S+ undoes$/);
    await made.idle();
    const [entry, ...others] = journalOf(desk.world().operations);
    expect([entry?.title, entry?.count, others.length]).toEqual(['Applied refund to 3 conversations', 3, 0]);
    desk.undo();
    expect(desk.world().notice?.text).toMatch(/^Undone: Applied refund to 3 conversations · /);
    await made.idle();
    const after = await Promise.all(ids.map(id => made.call('GET', `/conversations/${id}`)));
    const kept = ({ status, tags, assign_to, note_count }: (typeof before)[number]) => ({
      ...{ status, tags, assign_to, note_count },
    });
    expect(after.map(kept)).toEqual(before.map(kept));
  });

  it('counts a conversation for which only one of its changes was refused', async () => {
    const ids = await create(2);
    desk = await made.openDesk(ids);
    runMacro(desk, refund({ status: 'closed', add_tags: ['refund'] }), ids);
    const operation = journalOf(desk.world().operations)[0]!;
    const { id } = operation;
    const requests = requestsOf(operation);
    const tagging = requests.find(({ name }) => name === 'conversation.tag')!;
    const after = forgetRefused(desk.world().operations, tagging.key, new Set([ids[0]!]));
    expect(after.find(one => one.id === id)?.count).toBe(2);
    const closing = requests.find(({ name }) => name === 'conversation.status')!;
    expect(forgetRefused(after, closing.key, new Set([ids[0]!])).find(one => one.id === id)?.count).toBe(1);
    await made.idle();
  });

  it(`of four actions over ${MANY} marks takes at most six requests`, async () => {
    const ids = await create(MANY);
    desk = await made.openDesk([]);
    for (let from = 0; from < ids.length; from += 100) {
      const { data } = await desk.client.conversation.list({ query: { ids: ids.slice(from, from + 100), limit: 100 } });
      const { base } = desk.world();
      desk.set({ base: { ...base, conversations: base.conversations.with(data.map(one => [one.id, one])) } });
    }
    made.requests.length = 0;
    runMacro(
      desk,
      refund({ status: 'closed', add_tags: ['refund'], remove_tags: ['late'], assign_to: 'me', archived: true }),
      ids,
    );
    await made.idle();
    expect(desk.world().pending).toEqual([]);
    expect(made.requests.length, made.requests.join('\n')).toBeLessThanOrEqual(6);
    const last = await made.call('GET', `/conversations/${ids.at(-1)}`);
    expect(last).toMatchObject({ status: 'closed', tags: ['refund'], archived: true, assign_to: made.center.adminId });
  });

  it('of which one action is refused is taken back in its other parts', async () => {
    const ids = await create(3);
    desk = await made.openDesk(ids);
    await made.call('PUT', `/agents/${made.center.agentId}`, { disabled: true });
    runMacro(desk, refund({ add_tags: ['refund'], assign_to: made.center.agentId }), ids);
    await made.idle();
    expect(desk.world().notice?.text).toMatch(/^Not assigned: 0 done, 3 refused/);
    expect(journalOf(desk.world().operations)[0]?.count).toBe(3);
    desk.undo();
    expect(desk.world().notice?.text).toMatch(/^Undone: Applied refund to 3 conversations · /);
    await made.idle();
    expect((await made.call('GET', `/conversations/${ids[0]}`)).tags).toEqual([]);
  });

  it('knows by the teams, once they are read, who cannot see an inbox', async () => {
    const team = await made.call('POST', '/teams', { name: 'Billing', agent_ids: [made.center.adminId] });
    const inbox = await made.call('POST', '/inboxes/save', { name: 'Billing', team_ids: [team.id], agent_ids: [] });
    const ids = await create(2, { inbox_id: inbox.id });
    desk = await made.openDesk(ids);
    const actions = { assign_to: made.center.agentId };
    expect([lacksTeams(desk.world(), refund(actions)), lacksTeams(desk.world(), refund({}))]).toEqual([true, false]);
    await loadTeams(desk);
    expect([lacksTeams(desk.world(), refund(actions)), wordsOf(actions, ids)]).toEqual([
      false,
      '0 would change, 2 not allowed',
    ]);
  });
});
