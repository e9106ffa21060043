import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeOf } from '../../../src/state/changes/list.ts';
import { macroCalls } from '../../../src/state/macro/calls.ts';
import type { ShownMacroActions } from '../../../src/state/macro/macro.ts';
import { dryRun, runMacro } from '../../../src/state/macro/run.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { t } from '../../../src/text/safe.ts';
import { runs } from '../../harness/full.ts';
import { type MacroCenter, macroCenter } from './macro-desk.ts';

let made: MacroCenter;
let inboxes: { readonly home: number; readonly billing: number };
let benId = 0;
let goneId = 0;

beforeEach(async () => {
  made = await macroCenter();
  const { center, call } = made;
  const billing = await call('POST', '/inboxes', { name: 'Billing' });
  const gone = await call('POST', '/agents', {
    name: 'Gus Gone',
    email: 'gus@desk.example',
    role: 'agent',
    password: 'correct horse battery',
  });
  await call('PUT', `/agents/${gone.id}`, { disabled: true });
  await call('POST', '/conversation_statuses', { name: 'waiting' });
  inboxes = { home: center.inboxId, billing: billing.id };
  benId = center.agentId;
  goneId = gone.id;
});
afterEach(() => made.center.close());

/** A conversation as it is before the macro. */
const given = fc.record({
  status: fc.constantFrom(1, 2, 3),
  inbox: fc.constantFrom('home' as const, 'billing' as const),
  who: fc.constantFrom('nobody' as const, 'ben' as const, 'ada' as const),
  tags: fc.subarray(['late', 'vip']),
  fate: fc.constantFrom('listed' as const, 'listed' as const, 'archived' as const, 'later' as const, 'merged' as const),
  isLoaded: fc.boolean(),
});
type Given = typeof given extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function option<T>(...values: T[]) {
  return fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
}

const actions = fc.record({
  status: option('open', 'closed', 'Waiting'),
  add_tags: option(['refund'], ['late', 'Vip'], []),
  remove_tags: option(['urgent'], ['LATE']),
  assign_to: option<'nobody' | 'me' | 'ben' | 'gus'>('nobody', 'me', 'ben', 'gus'),
  inbox: option('home' as const, 'billing' as const),
  archived: option(true, false),
  snooze: option('2h', 'tomorrow 9', 'reply', 'now'),
  note: option('Refunded.'),
});
type Drawn = Omit<ShownMacroActions, 'assign_to'> & {
  assign_to?: string | undefined;
  inbox?: 'home' | 'billing' | undefined;
};

function macroOf({ assign_to, inbox, ...rest }: Drawn): ShownMacroActions {
  const who = { nobody: null, me: 'me' as const, ben: benId, gus: goneId }[assign_to ?? ''];
  return { ...rest, ...(assign_to ? { assign_to: who } : {}), ...(inbox ? { inbox_id: inboxes[inbox] } : {}) };
}

async function create({ status, inbox, who, tags, fate }: Given): Promise<number> {
  const { call, center } = made;
  // Ben does not see the other inbox.
  const assign_to = { nobody: null, ben: inbox === 'home' ? benId : null, ada: center.adminId }[who];
  const body = { title: 'A mail', inbox_id: inboxes[inbox], conversation_status_id: status, assign_to, tags };
  const { id } = await call('POST', '/conversations', body);
  if (fate === 'archived') await call('POST', `/conversations/${id}/archive`);
  if (fate === 'later' && status !== 2) await call('PUT', `/conversations/${id}`, { snooze: { until: null } });
  if (fate === 'merged') {
    const into = await call('POST', '/conversations', { title: 'Another', inbox_id: inboxes.home });
    await call('POST', `/conversations/${into.id}/merge`, { conversation_ids: [id] });
  }
  return id;
}

/** What a conversation lacks of what a macro asks for, by the help center’s word and rules of this test’s own. */
function lacking(
  said: {
    status: string;
    tags: string[];
    assign_to: number;
    inbox_id: number;
    archived: boolean;
    snoozed?: object | null;
  },
  { status, add_tags = [], remove_tags = [], assign_to, inbox_id, archived, snooze }: ShownMacroActions,
): string[] {
  const tags = said.tags.map(tag => tag.toLowerCase());
  const has = (tag: string): boolean => tags.includes(tag.toLowerCase());
  const removed = remove_tags.map(tag => tag.toLowerCase());
  const wrong = {
    status: status !== undefined && said.status.toLowerCase() !== status.toLowerCase(),
    added: add_tags.some(tag => !has(tag) && !removed.includes(tag.toLowerCase())),
    removed: remove_tags.some(has),
    assigned: assign_to !== undefined && said.assign_to !== (assign_to === 'me' ? made.center.adminId : assign_to),
    moved: inbox_id !== undefined && said.inbox_id !== inbox_id,
    archived: archived !== undefined && said.archived !== archived,
    snoozed: snooze !== undefined && !said.snoozed !== (snooze === 'now'),
  };
  return Object.entries(wrong).flatMap(([name, isWrong]) => (isWrong ? [name] : []));
}

async function versions(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const read = ids.map(async id => [id, (await made.call('GET', `/conversations/${id}`)).version] as const);
  return new Map(await Promise.all(read));
}

test('the dry run says exactly what the run does', async () => {
  const property = fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 5 }), actions, async (rows, drawn) => {
    // No one run reaches the limit of requests.
    made.center.clock.elapsed += 60_000;
    const ids: number[] = [];
    for (const one of rows) ids.push(await create(one));
    const isMerged = (id: number): boolean => rows[ids.indexOf(id)]!.fate === 'merged';
    const desk = await made.openDesk(ids.filter((_, at) => rows[at]!.isLoaded));
    const macro = { name: t`refund`, actions: macroOf(drawn) };
    const now = desk.now();
    const plan = dryRun(desk.world(), macro, ids, now);
    if ('problem' in plan) throw new Error(plan.problem);
    const { changed, same, barred, notLoaded } = plan;
    expect([...changed, ...same, ...barred.map(({ id }) => id), ...notLoaded].sort()).toEqual([...ids].sort());
    expect(notLoaded).toEqual(ids.filter(id => conversationOf(desk.world(), id) === undefined));

    const before = await versions(ids);
    runMacro(desk, macro, ids);
    await made.idle();
    const after = await versions(ids);
    const isChanged = (id: number): boolean => after.get(id) !== before.get(id);
    expect(
      changed.filter(id => !isChanged(id)),
      'would change',
    ).toEqual([]);
    expect([...same, ...barred.map(({ id }) => id)].filter(isChanged), 'so already or not allowed').toEqual([]);
    const refused = desk.world().refused.flatMap(({ reasons }) => reasons.map(({ id }) => id));
    expect(
      refused.filter(id => !notLoaded.includes(id)),
      'refused',
    ).toEqual([]);
    expect(desk.world().pending.filter(({ args }) => args.ids.some(id => !notLoaded.includes(id)))).toEqual([]);
    for (const id of [...changed, ...same]) {
      const said = await made.call('GET', `/conversations/${id}`);
      expect(lacking(said, macro.actions), `#${id}`).toEqual([]);
      expect(said.note_count).toBe(drawn.note ? 1 : 0);
    }

    // What is not allowed would have been refused, or gone to another conversation.
    const raw = macroCalls(desk.world(), macro.actions, ids, now);
    for (const { id } of barred.filter(one => !isMerged(one.id))) {
      const outcomes = [];
      for (const { name, args } of 'calls' in raw ? raw.calls.filter(one => one.args.ids.includes(id)) : [])
        outcomes.push(
          await changeOf(name).send(desk.client, { ...args, ids: [id] } as never, `raw-${id}-${name}`, {
            versions: {},
            progress: () => undefined,
          }),
        );
      expect(outcomes.some(({ refused: not, stale = [] }) => not.length + stale.length > 0)).toBe(true);
    }
    desk.stop();
  });
  await fc.assert(property, { seed: 34, numRuns: runs(120) });
}, 120_000);
