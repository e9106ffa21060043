import { expect, test } from 'vitest';
import { fillSpans } from '../../../src/center/model/conversation/fill-spans.ts';
import { secondOf } from '../../../src/center/model/time.ts';
import type { NumbersRow } from '../../../src/contract/model.ts';
import { calendarOf, dayAfter } from '../../../src/text/days.ts';
import { createAgent } from '../../harness/agents.ts';
import { runs } from '../../harness/full.ts';
import { createRandom, pick, type Random } from '../../harness/random.ts';
import { listedIds, makeContact, makeConversation, makeInbox, readConversation } from '../conversations.ts';
import { centerOfEach, startTime, type Who } from '../open-center.ts';

const desk = centerOfEach();

const TIMEOUT_MS = 180_000;
const MINUTE_MS = 60_000;
const TAKEN_BACK_MS = 10 * MINUTE_MS;

type Asked = Readonly<Record<string, string>>;

async function ask(query: Asked, as: Who = 'admin'): Promise<NumbersRow[]> {
  const { status, body } = await desk.call('GET', '/numbers', { as, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.rows;
}

/** One opening or closing of a conversation, as somebody saw it happen. */
interface Turn {
  readonly at: number;
  readonly isOpen: boolean;
  readonly by: number | null;
}

/** A conversation as the oracle knows it: only what was done to it, in order. */
interface Told {
  readonly id: number;
  createdAt: number;
  readonly turns: Turn[];
  /** What was known of it when it was erased; absent if it is there. */
  erased?: Omit<Known, 'told'>;
  answers: { readonly id: number; readonly at: number; readonly by: number }[];
  ratings: { readonly at: number; readonly rating: number }[];
}

/** Without what an agent took back within ten minutes, and with what was open before each. */
function counted({ turns }: Told): Turn[] {
  const left: Turn[] = [];
  for (const turn of turns) {
    const last = left.at(-1);
    const isBack =
      last !== undefined &&
      left.length > 1 &&
      turn.by !== null &&
      turn.by === last.by &&
      turn.at - last.at < TAKEN_BACK_MS;
    if (isBack) left.pop();
    else left.push(turn);
  }
  return left;
}

/** What every number is about, with the agent whose number it is, and a value for medians and means. */
interface Fact {
  readonly name: 'came' | 'answered' | 'closed' | 'reopened' | 'rated';
  readonly at: number;
  readonly agent: number | null;
  readonly value: number;
}

function factsOf(told: Told, assignee: number | null): Fact[] {
  const facts: Fact[] = [{ name: 'came', at: told.createdAt, agent: assignee, value: 0 }];
  let since = told.createdAt;
  counted(told).forEach(({ at, isOpen, by }, index) => {
    if (index > 0 && isOpen) facts.push({ name: 'reopened', at, agent: assignee, value: 0 });
    if (!isOpen) facts.push({ name: 'closed', at, agent: by, value: at - since });
    since = isOpen ? at : since;
  });
  const first = told.answers.filter(({ at }) => at >= told.createdAt).sort((a, b) => a.at - b.at || a.id - b.id)[0];
  if (first) facts.push({ name: 'answered', at: first.at, agent: first.by, value: first.at - told.createdAt });
  for (const { at, rating } of told.ratings) facts.push({ name: 'rated', at, agent: assignee, value: rating });
  return facts;
}

function middle(values: readonly number[]): number | null {
  const sorted = values.map(value => Math.trunc(value / 1_000)).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : Math.round((sorted[half - 1]! + sorted[half]!) / 2);
}

interface Known {
  readonly told: Told;
  readonly agent_id: number | null;
  readonly inbox_id: number;
  readonly tags: readonly string[];
}

/** The numbers of some conversations in a time, by the definitions alone. */
function numbersOf(facts: readonly (Fact & { isMine: boolean })[], leftAtEnd: number) {
  const of = (name: Fact['name']) => facts.filter(fact => fact.isMine && fact.name === name);
  const values = (name: Fact['name']) => of(name).map(({ value }) => value);
  const answers = values('answered');
  const ratings = values('rated');
  const tenth = Math.ceil(answers.length * 0.9);
  return {
    came: of('came').length,
    answered: answers.length,
    answer_median: middle(answers),
    answer_p90: answers.length === 0 ? null : Math.trunc([...answers].sort((a, b) => a - b)[tenth - 1]! / 1_000),
    // No inbox of these histories has a target.
    targeted: 0,
    in_time: 0,
    closed: of('closed').length,
    close_median: middle(values('closed')),
    reopened: of('reopened').length,
    left: leftAtEnd,
    rated: ratings.length,
    rating_mean:
      ratings.length === 0
        ? null
        : Math.round((ratings.reduce((sum, one) => sum + one, 0) / ratings.length) * 100) / 100,
  };
}

type Numbers = ReturnType<typeof numbersOf>;

/** A help center in which things happen, and what happened. */
async function openWorld(random: Random) {
  const { call, clock, adminId, agentId, inboxId } = desk;
  const other = await makeInbox(desk, 'Other', []);
  const contact = await makeContact(desk, 'Zoe');
  const told = new Map<number, Told>();
  const people: number[] = [];
  const actors = { admin: adminId, agent: agentId, key: null } as const;
  const isOpen = async (id: number) => {
    const { status, archived } = await readConversation(desk, id);
    return status !== 'closed' && !archived;
  };
  /** Looks what became of a conversation that somebody wrote to. */
  const look = async (id: number, by: number | null) => {
    const one = told.get(id)!;
    const now = await isOpen(id);
    if (one.turns.at(-1)?.isOpen !== now) one.turns.push({ at: clock.now, isOpen: now, by });
  };
  const any = () =>
    pick(
      random,
      [...told.values()].filter(({ erased }) => !erased).map(({ id }) => id),
    );
  const write = async (id: number, as: Who & keyof typeof actors, method: string, path: string, body?: object) => {
    const answer = await call(method, path, { as, ...(body ? { body } : {}) });
    await look(id, actors[as]);
    return answer.body?.data;
  };
  const came = (id: number, by: number | null, isClosed: boolean): Told => {
    const createdAt = secondOf(clock.now);
    const opened = { at: createdAt, isOpen: true, by };
    const turns = isClosed ? [opened, { at: createdAt, isOpen: false, by }] : [opened];
    const one: Told = { id, createdAt, turns, answers: [], ratings: [] };
    told.set(id, one);
    return one;
  };
  const who = () => pick(random, ['admin', 'agent', 'key'] as const);
  const set = (body: object) => async () => {
    const id = any();
    await write(id, who(), 'PUT', `/conversations/${id}`, body);
  };
  const say = async (as: 'agent' | 'key') => {
    const id = any();
    const made = await write(id, as, 'POST', `/conversations/${id}/messages`, {
      body_text: 'Well.',
      contact_id: contact,
    });
    if (made && as === 'agent') told.get(id)!.answers.push({ id: made.id, at: clock.now, by: agentId });
  };
  const steps = {
    create: async () => {
      const isClosed = random() < 0.1;
      const id = await makeConversation(desk, {
        inbox_id: pick(random, [inboxId, other]),
        tags: pick(random, [[], ['refund'], ['refund', 'late']]),
        contacts: [contact],
        ...(isClosed ? { conversation_status_id: 2 } : {}),
      });
      came(id, adminId, isClosed);
    },
    'create for one': async () => {
      const name = `Person ${told.size}`;
      const person = await makeContact(desk, name);
      came(await makeConversation(desk, { contacts: [person], tags: ['late'] }), adminId, false);
      people.push(person);
    },
    erase: async () => {
      const person = people.shift();
      if (person === undefined) return;
      const before = await known();
      const { body } = await call('POST', `/contacts/${person}/erase`);
      for (let isGoing = true; isGoing; ) {
        await desk.center.context.jobs.run();
        isGoing =
          (await call('GET', '/erasures', { query: { sort: 'id.desc', limit: 1 } })).body.data[0].ended_at === null;
      }
      expect(body.data.contact_id).toBe(person);
      for (const one of told.values()) {
        if (one.erased || (await call('GET', `/conversations/${one.id}`)).status === 200) continue;
        const { told: _, ...rest } = before.find(({ told: { id } }) => id === one.id)!;
        one.erased = rest;
        if (one.turns.at(-1)!.isOpen) one.turns.push({ at: clock.now, isOpen: false, by: null });
      }
    },
    answer: () => say('agent'),
    ask: () => say('key'),
    close: set({ conversation_status_id: 2 }),
    reopen: set({ conversation_status_id: 1 }),
    assign: set({ assign_to: agentId, inbox_id: inboxId }),
    unassign: set({ assign_to: null }),
    move: set({ inbox_id: other }),
    archive: async () => {
      const id = any();
      await write(id, pick(random, ['admin', 'key']), 'POST', `/conversations/${id}/archive`);
    },
    restore: async () => {
      const id = any();
      await write(id, pick(random, ['admin', 'key']), 'POST', `/conversations/${id}/restore`);
    },
    rate: async () => {
      const id = any();
      const rating = 1 + Math.floor(random() * 5);
      await write(id, 'key', 'POST', `/conversations/${id}/reviews`, { rating });
      told.get(id)!.ratings.push({ at: clock.now, rating });
    },
    merge: async () => {
      const [target, source] = [any(), any()];
      if (target === source) return;
      await write(target, 'admin', 'POST', `/conversations/${target}/merge`, { conversation_ids: [source] });
      const [into, from] = [told.get(target)!, told.get(source)!];
      into.answers.push(...from.answers);
      into.ratings.push(...from.ratings);
      // It came when the older one of both did.
      into.createdAt = Math.min(into.createdAt, from.createdAt);
      into.turns[0] = { ...into.turns[0]!, at: into.createdAt };
      told.delete(source);
    },
    split: async () => {
      const id = any();
      const all = (await call('GET', `/conversations/${id}/messages`)).body.data as { id: number; kind: string }[];
      const said = all
        .filter(({ kind }) => kind !== 'system')
        .slice(1, 3)
        .map(one => one.id);
      if (said.length === 0) return;
      const body = { title: 'A part', message_ids: said };
      const made = await write(id, 'admin', 'POST', `/conversations/${id}/split`, body);
      const [one, part] = [told.get(id)!, came(made.id, adminId, !(await isOpen(made.id)))];
      part.answers.push(...one.answers.filter(answer => said.includes(answer.id)));
      one.answers = one.answers.filter(answer => !said.includes(answer.id));
    },
    remove: async () => {
      const one = pick(
        random,
        [...told.values()].filter(({ answers, erased }) => answers.length > 0 && !erased),
      );
      if (!one) return;
      const gone = pick(random, one.answers);
      await write(one.id, 'agent', 'DELETE', `/conversations/${one.id}/messages/${gone.id}`);
      const all = (await call('GET', `/conversations/${one.id}/messages`)).body.data as { id: number }[];
      if (all.every(({ id }) => id !== gone.id)) one.answers = one.answers.filter(answer => answer !== gone);
    },
    'take back': async () => {
      const [id, as] = [any(), pick(random, ['admin', 'agent'] as const)];
      const was = (await readConversation(desk, id)).conversation_status_id;
      const path = `/conversations/${id}`;
      await write(id, as, 'PUT', path, { conversation_status_id: was === 2 ? 1 : 2 });
      clock.now += 2 * MINUTE_MS;
      await write(id, as, 'PUT', path, { conversation_status_id: was });
    },
  };
  await steps.create();
  const names = Object.keys(steps) as (keyof typeof steps)[];
  const step = async () => {
    clock.now += Math.floor(random() * random() * 40 * 60) * MINUTE_MS + Math.floor(random() * 60_000);
    await steps[random() < 0.25 ? 'create' : pick(random, names)]();
  };
  const known = async (): Promise<Known[]> => {
    const found: Known[] = [];
    for (const one of told.values()) {
      if (one.erased) {
        found.push({ told: one, ...one.erased });
        continue;
      }
      const { assign_to: agent_id, inbox_id, tags } = await readConversation(desk, one.id);
      found.push({ told: one, agent_id, inbox_id, tags });
    }
    return found;
  };
  return { step, known };
}

/** What is expected of a query, by the key of its rows. */
function expected(
  known: readonly Known[],
  by: string,
  [since, until]: readonly [number, number],
  key: unknown,
): Numbers {
  let left = 0;
  const facts = known.flatMap(one => {
    const isMine = (agent: number | null) =>
      by === 'agent'
        ? agent === key
        : by === 'tag'
          ? one.tags.includes(key as string)
          : by === 'inbox'
            ? one.inbox_id === key
            : true;
    const isOpen = counted(one.told).findLast(({ at }) => at < until)?.isOpen ?? false;
    if (isOpen && isMine(one.agent_id)) left += 1;
    return factsOf(one.told, one.agent_id)
      .filter(({ at }) => at >= since && at < until)
      .map(fact => ({ ...fact, isMine: isMine(fact.agent) }));
  });
  return numbersOf(facts, left);
}

function isEmpty({ came, answered, closed, reopened, left, rated }: Numbers): boolean {
  return came + answered + closed + reopened + left + rated === 0;
}

const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

async function check(known: readonly Known[], random: Random): Promise<void> {
  const zone = pick(random, zones);
  const calendar = calendarOf(zone);
  const from = dayAfter('2026-02-27', Math.floor(random() * 20));
  const to = dayAfter(from, 1 + Math.floor(random() * 12));
  const period = [calendar.startOf(from), calendar.startOf(to)] as const;
  const keys = {
    agent: [desk.adminId, desk.agentId, null],
    inbox: [...new Set(known.map(({ inbox_id }) => inbox_id))].sort((a, b) => a - b),
    tag: ['late', 'refund'],
  };
  for (const [by, all] of Object.entries(keys)) {
    const rows = await ask({ from, to, zone, by });
    const wanted = all.map(key => ({ [by === 'tag' ? by : `${by}_id`]: key, ...expected(known, by, period, key) }));
    expect(rows, `${by} ${from} ${to} ${zone}`).toEqual(wanted.filter(row => !isEmpty(row)));
  }
  const days = await ask({ from, to, zone, by: 'day' });
  for (const { day, ...row } of days) {
    const ofDay = [calendar.startOf(day!), calendar.startOf(dayAfter(day!))] as const;
    expect(row, `${day} ${zone}`).toEqual(expected(known, 'day', ofDay, null));
  }
}

/** Each number's conversations are those of the oracle, for each agent and for none. */
async function checkLists(known: readonly Known[], random: Random): Promise<void> {
  const calendar = calendarOf();
  const from = dayAfter('2026-02-27', Math.floor(random() * 20));
  const to = dayAfter(from, 1 + Math.floor(random() * 12));
  const [since, until] = [calendar.startOf(from), calendar.startOf(to)];
  for (const agent of [undefined, desk.agentId, null])
    for (const name of ['came', 'answered', 'closed', 'reopened', 'rated', 'left']) {
      const isMine = (one: number | null) => agent === undefined || one === agent;
      const wanted = known.filter(one =>
        name === 'left'
          ? isMine(one.agent_id) && counted(one.told).findLast(({ at }) => at < until)?.isOpen
          : factsOf(one.told, one.agent_id).some(
              fact => fact.name === name && isMine(fact.agent) && fact.at >= since && fact.at < until,
            ),
      );
      const by = agent === undefined ? '' : `.${agent ?? 'none'}`;
      const query = { counted: `${name}.${from}.${to}${by}`, archived: 'any' };
      const ids = await listedIds(desk, { query });
      expect(
        ids.toSorted((a, b) => a - b),
        JSON.stringify(query),
      ).toEqual(
        wanted
          .filter(({ told }) => !told.erased)
          .map(({ told }) => told.id)
          .sort((a, b) => a - b),
      );
    }
}

async function spans(): Promise<unknown[]> {
  return desk.center.read(({ db }) =>
    db.selectFrom('conversation_span').selectAll().orderBy('conversation_id').orderBy('number').execute(),
  );
}

test.for(Array.from({ length: runs(8) }, (_, at) => at + 1))(
  'the numbers are those of an oracle, in every zone, and the history of an old database gives the same: %i',
  { timeout: TIMEOUT_MS },
  async seed => {
    const random = createRandom(seed);
    const world = await openWorld(random);
    for (let round = 0; round < 6; round += 1) {
      for (let step = 0; step < 15; step += 1) await world.step();
      const known = await world.known();
      for (let time = 0; time < 3; time += 1) await check(known, random);
      await checkLists(known, random);
    }
    const kept = await spans();
    await desk.center.write(async work => {
      // An erasure fills in the spans before it deletes the messages that tell the first answer.
      const rows = await work.db.selectFrom('conversation').select('id').where('place', '<>', 8).execute();
      const ids = rows.map(({ id }) => id);
      await work.db.deleteFrom('conversation_span').where('conversation_id', 'in', ids).execute();
      await fillSpans(work, ids);
    });
    expect(await spans()).toEqual(kept);
  },
);

test('medians, times of nine in ten, targets and ratings of many are those of a sorted list', async () => {
  const random = createRandom(7);
  const inboxId = await makeInbox(desk, 'Many', []);
  const now = desk.clock.now;
  // Some have few and some many.
  const people: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    const person = { name: `Agent ${at}`, email: `${at}@desk.example`, role: 'agent' as const };
    people.push((await createAgent(desk.center, person)).id);
  }
  const made = Array.from({ length: 1_500 }, (_, at) => {
    // Equal lengths, short ones, and some of many years, which fit into no small number.
    const seconds = Math.floor(random() * (at % 50 === 0 ? 3e8 : at % 3 === 0 ? 20 : 90_000));
    return {
      seconds,
      agent: people[Math.floor(random() ** 3 * people.length)]!,
      in_time: pick(random, [null, 0, 1]),
      rating: 1 + (at % 5),
    };
  });
  await desk.center.write(async ({ db }) => {
    for (const { seconds, agent, in_time, rating } of made) {
      // Not in the order of their lengths.
      const at = now - Math.floor(random() * 3_600_000);
      const opened_at = at - seconds * 1_000;
      const times = { created_at: opened_at, updated_at: now, last_message_at: now };
      const place = { inbox_id: inboxId, home_id: inboxId };
      const { id: conversation_id } = await db
        .insertInto('conversation')
        .values({ title: 'One', status_id: 2, ...place, ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      const answered = { answered_at: at, answered_by: agent, in_time };
      const closed = { closed_at: at, closed_by: agent };
      const span = { conversation_id, number: 0, opened_at, opened_by: null, home_id: inboxId, assign_key: agent };
      await db
        .insertInto('conversation_span')
        .values({ ...span, ...answered, ...closed })
        .execute();
      await db.insertInto('review').values({ conversation_id, rating, comment: '', created_at: at }).execute();
    }
  });
  const rows = await ask({ from: '2026-03-01', to: '2026-03-02', by: 'agent' });
  expect(rows.map(({ agent_id }) => agent_id)).toEqual(people.filter(id => made.some(({ agent }) => agent === id)));
  for (const row of rows) {
    const own = made.filter(({ agent }) => agent === row.agent_id);
    const sorted = own.map(({ seconds }) => seconds).sort((a, b) => a - b);
    const ratings = own.map(({ rating }) => rating);
    const middle = (sorted[Math.ceil(sorted.length / 2) - 1]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
    expect(row).toMatchObject({
      answered: own.length,
      answer_median: Math.round(middle),
      answer_p90: sorted[Math.ceil(sorted.length * 0.9) - 1],
      close_median: Math.round(middle),
      targeted: own.filter(({ in_time }) => in_time !== null).length,
      in_time: own.filter(({ in_time }) => in_time === 1).length,
      rated: own.length,
      rating_mean: Math.round((ratings.reduce((sum, one) => sum + one, 0) / own.length) * 100) / 100,
    });
  }
});

test('a week is the sum of its days', { timeout: TIMEOUT_MS }, async () => {
  const random = createRandom(99);
  const world = await openWorld(random);
  for (let step = 0; step < 60; step += 1) await world.step();
  for (const zone of zones) {
    // Clocks go forward in New York on the 8th of March.
    const week = { from: '2026-03-04', to: '2026-03-11', zone };
    const days = await ask({ ...week, by: 'day' });
    const inboxes = await ask({ ...week, by: 'inbox' });
    for (const name of ['came', 'answered', 'closed', 'reopened', 'rated'] as const) {
      const sum = (rows: readonly NumbersRow[]) => rows.reduce((total, row) => total + row[name], 0);
      expect([zone, name, sum(days)]).toEqual([zone, name, sum(inboxes)]);
    }
    expect(days.some(({ came }) => came > 0)).toBe(true);
    expect(days.at(-1)!.left).toBe(inboxes.reduce((total, row) => total + row.left, 0));
  }
});

test('an agent sees its own row and the inboxes it sees, and an admin all', async () => {
  const other = await makeInbox(desk, 'Other', []);
  const answer = { body_text: 'It is on its way.' };
  for (const inbox_id of [desk.inboxId, other, other]) {
    const id = await makeConversation(desk, { inbox_id });
    await desk.call('POST', `/conversations/${id}/messages`, {
      as: inbox_id === other ? 'admin' : 'agent',
      body: answer,
    });
  }
  const mine = await ask({ by: 'agent' }, 'agent');
  expect(mine).toMatchObject([{ agent_id: desk.agentId, answered: 1 }]);
  expect(await ask({ by: 'inbox' }, 'agent')).toMatchObject([{ inbox_id: desk.inboxId, came: 1, left: 1 }]);
  expect((await ask({ by: 'day' }, 'agent')).at(-1)).toMatchObject({ day: '2026-03-01', came: 1, left: 1 });
  expect(await ask({ by: 'inbox' }, 'key')).toMatchObject([{ came: 1 }, { inbox_id: other, came: 2, left: 2 }]);
  const listed = (agent: number, as: Who) =>
    listedIds(desk, { as, query: { counted: `answered.2026-03-01.2026-03-02.${agent}`, archived: 'any' } });
  expect(await listed(desk.agentId, 'agent')).toHaveLength(1);
  expect(await listed(desk.adminId, 'admin')).toHaveLength(2);
  expect(await listed(desk.adminId, 'agent'), 'what a colleague did is not the agent’s').toEqual([]);
  expect((await ask({ by: 'agent' })).map(row => [row.agent_id, row.answered, row.left])).toEqual([
    [desk.adminId, 2, 0],
    [desk.agentId, 1, 0],
    [null, 0, 3],
  ]);
});

test('a period that ends before it begins, is too long, or names no day is refused', async () => {
  for (const query of [
    { from: '2026-03-02', to: '2026-03-02' },
    { from: '2024-03-02', to: '2026-03-02' },
    { from: '2026-02-30' },
    { zone: 'Mars/Olympus' },
  ])
    expect((await desk.call('GET', '/numbers', { query })).status, JSON.stringify(query)).toBe(422);
  for (const wrong of [
    'closed',
    'closed.2026-03-02.2026-03-02',
    'closed.2026-02-30.2026-03-02',
    'seen.2026-03-02.2026-03-03',
  ])
    expect((await desk.call('GET', '/conversations', { query: { counted: wrong } })).status, wrong).toBe(422);
  const { body } = await desk.call('GET', '/numbers', { query: { zone: 'Pacific/Kiritimati' } });
  expect(body.data).toMatchObject({
    from: '2026-02-24',
    to: '2026-03-03',
    zone: 'Pacific/Kiritimati',
    is_partial: false,
  });
  expect(startTime).toBe(Date.UTC(2026, 2, 1, 12));
});
