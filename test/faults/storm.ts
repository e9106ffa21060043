import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { type Answered, type Client, createClient } from './client.ts';
import { checkWhole } from './consistency.ts';
import { each, type Fault, sized } from './fault.ts';
import { catchUp, checkHeard, type Follower, follow, followHistory } from './followers.ts';
import { createRandom, type Random } from './random.ts';
import { type Servings, withServings } from './servings.ts';
import { openStormMail, type StormMail } from './storm-mail.ts';
import type { TestDatabase } from './test-database.ts';

const FULL_WRITES = 20_000;
const PEOPLE = 16;
const SERVICES = 4;
const CONVERSATIONS = 24;
/** What is refused so often cannot be done at all. */
const MAX_TRIES = 100;
const TAGS = ['late', 'parcel', 'refund', 'lamp'] as const;

interface Storm {
  readonly on: Servings;
  readonly mail: StormMail;
  readonly client: Client;
  readonly random: Random;
  readonly ids: number[];
  readonly inboxes: number[];
}

type Write = (method: string, path: string, body?: unknown) => Promise<Answered>;
type Gust = (storm: Storm, write: Write, name: string) => Promise<{ readonly status: number }>;

function some<T>(random: Random, list: readonly T[], most: number): T[] {
  return [...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(list)))];
}

function onOne(method: string, rest: string, bodyOf: (storm: Storm, name: string) => unknown): Gust {
  return (storm, write, name) =>
    write(method, `/conversations/${storm.random.pick(storm.ids)}${rest}`, bodyOf(storm, name));
}

const gusts: readonly Gust[] = [
  async ({ random, ids, inboxes }, write, name) => {
    const body = { title: name, tags: some(random, TAGS, 3), inbox_id: random.pick(inboxes) };
    const answer = await write('POST', '/conversations', body);
    ids.splice(random.below(ids.length), 1, answer.body.data.id);
    return answer;
  },
  onOne('PUT', '', ({ random }, name) => ({ title: name, conversation_status_id: 1 + random.below(2) })),
  onOne('PUT', '', ({ random, inboxes }) => ({ inbox_id: random.pick(inboxes) })),
  onOne('POST', '/messages', (_, name) => ({ body_text: name })),
  onOne('POST', '/messages', (_, name) => ({ body_text: name })),
  onOne('POST', '/messages', (_, name) => ({ body_text: name, deliver: true })),
  async ({ mail, random, ids, on }) => {
    const taken = await mail.deliver(random);
    // Conversations that mail has opened are merged, split and answered too.
    const [newest] = await on.database.query<{ id: number }>(
      'select conversation_id as id from mail order by mail.id desc limit 1',
    );
    if (newest) ids.splice(random.below(ids.length), 1, Number(newest.id));
    return taken;
  },
  (_, write) => write('POST', '/conversations/next', {}),
  onOne('POST', '/notes', ({ random, on }, name) => ({ details: name, mentions: [random.pick(on.people).id] })),
  async ({ random, ids }, write, name) => {
    const at = `/conversations/${random.pick(ids)}/notes`;
    const { body } = await write('POST', at, { details: name });
    return write('PUT', `${at}/${body.data?.id ?? 1}`, { details: `${name}, changed` });
  },
  onOne('PUT', '/read', ({ random }) => (random.chance(0.2) ? { message_id: null } : {})),
  onOne('PUT', '/read', () => ({})),
  onOne('POST', '/archive', () => undefined),
  onOne('POST', '/merge', ({ random, ids }) => some(random, ids, 2)),
  async ({ random, ids }, write, name) => {
    const at = `/conversations/${random.pick(ids)}`;
    await write('POST', `${at}/messages`, { body_text: `${name} stays` });
    const { body } = await write('POST', `${at}/messages`, { body_text: name });
    return write('POST', `${at}/split`, { title: name, message_ids: [body.data?.id ?? 1] });
  },
  ({ random, ids, on }, write) =>
    write('PUT', '/conversations', {
      conversation_ids: some(random, ids, 12),
      conversation_status_id: 1 + random.below(2),
      assign_to: random.chance(0.5) ? null : random.pick(on.people).id,
      ...(random.chance(0.5) ? { added_tags: [random.pick(TAGS)] } : { deleted_tags: [random.pick(TAGS)] }),
    }),
  ({ random, inboxes }, write) =>
    write('POST', '/inboxes/bulk-sort', {
      inboxes: inboxes.toSorted(() => random.below(3) - 1).map((id, sort) => ({ id, sort })),
    }),
];

/** What may be answered here: done, gone by a merge, or changed meanwhile; nothing of how writes are kept apart. */
const FAIR = [200, 201, 204, 404, 409, 422];

/** Adds a tag that nobody else adds, which is a change in any case. Notes the conversation's version if it was added. */
async function addFresh(storm: Storm, write: Write, name: string, written: Set<string>): Promise<void> {
  const id = storm.random.pick(storm.ids);
  const answer = await write('POST', `/conversations/${id}/tags`, { name });
  if (answer.status === 200) written.add(`${id} ${answer.body.data.version}`);
}

/** Does a kind of write until it is done: at first the others may be in its way. */
async function doOnce(gust: Gust, storm: Storm, write: Write, name: string): Promise<void> {
  const statuses: number[] = [];
  while (statuses.length < MAX_TRIES) {
    const { status } = await gust(storm, write, `${name}.${statuses.length}`);
    if (status < 300) return;
    statuses.push(status);
  }
  fail(`kind ${gusts.indexOf(gust)} of ${gusts.length} was never done: ${statuses.join(' ')}`);
}

async function raise(on: Servings, mail: StormMail, client: Client, random: Random): Promise<Storm> {
  const ask = async (path: string, body: unknown): Promise<number> => {
    const answer = await client.ask(on.servings[0]!.url, { method: 'POST', path, token: on.people[0]!.token, body });
    ok(answer.status === 201, answer.text);
    return answer.body.data.id;
  };
  const contact = await ask('/contacts', { name: 'Zoe', email: 'zoe@customer.example' });
  const inboxes = [1, 2];
  for (const name of ['Sales', 'Support', 'Returns']) {
    const id = await ask('/inboxes', { name });
    await ask(`/inboxes/${id}/emails`, { email: `${name === 'Sales' ? 'help' : name}@shop.example` });
    inboxes.push(id);
  }
  const ids: number[] = [];
  for (let at = 0; at < CONVERSATIONS; at += 1)
    ids.push(await ask('/conversations', { title: `No. ${at}`, contacts: [contact], inbox_id: inboxes[2 + (at % 3)] }));
  return { on, mail, client, random, ids, inboxes };
}

async function blow(
  storm: Storm,
  followers: readonly Follower[],
  count: number,
): Promise<ReadonlyMap<number, Set<string>>> {
  const { on, client, random } = storm;
  const dealt = [...gusts];
  const written = new Map(followers.map(({ id }) => [id, new Set<string>()]));
  await each(count, followers.length, async at => {
    const person = followers[at % followers.length]!;
    const write: Write = async (method, path, body) => {
      const { url } = random.pick(on.servings);
      const keyed = random.chance(0.3) ? { headers: { 'idempotency-key': `${at} ${random.below(1_000_000)}` } } : {};
      const answer = await client.ask(url, { method, path, token: person.token, body, ...keyed });
      ok(FAIR.includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
    if (at % 5 === 0) await addFresh(storm, write, `tag ${at}`, written.get(person.id)!);
    else {
      const first = dealt.shift();
      if (first) await doOnce(first, storm, write, `write ${at}`);
      else await random.pick(gusts)(storm, write, `write ${at}`);
    }
  });
  equal(dealt.length, 0, 'too few writes for one of each kind');
  return written;
}

/** How many writes the database has undone because they waited for each other. */
async function deadlocksIn({ kind, query }: TestDatabase): Promise<number> {
  if (kind === 'sqlite') return 0;
  const asked = 'select deadlocks from pg_stat_database where datname = current_database()';
  return (await query<{ deadlocks: number }>(asked))[0]!.deadlocks;
}

/**
 * Random writes of everybody to the same few conversations at four services: mass updates, merges, splits, sorts,
 * mail that comes and goes, and everyday work. None is refused because of another, and readers are told each change once and in order.
 */
export const storm: Fault = async run => {
  const mail = await openStormMail();
  return withServings(
    run,
    { agents: PEOPLE, services: SERVICES, start: mail.start },
    async on => {
      const count = sized(run, FULL_WRITES);
      const random = createRandom(run.seed);
      const client = createClient();
      const raised = await raise(on, mail, client, random);
      const [{ id: first } = { id: 0 }] = await on.database.query<{ id: number }>(
        'select max(id) as id from event_log',
      );
      const followers = on.people.map((person): Follower => ({ ...person, heard: [], lastId: first }));
      let isOver = false;
      const following = { urls: on.servings.map(({ url }) => url), random, isOver: () => isOver };
      const reading = Promise.all([
        followHistory(on.people[0]!, following),
        ...followers.map(one => follow(one, following)),
      ]);
      // What breaks first is told, and not what breaks because of it.
      reading.catch(() => undefined);
      const written = await blow(raised, followers, count);
      const mails = await mail.settle(on.database);
      const logged = await catchUp(on.database, followers);
      isOver = true;
      const [history] = await reading;
      for (const one of followers)
        checkHeard(
          one,
          logged.filter(({ id }) => id > first),
          written.get(one.id)!,
        );
      const entries = await on.database.query<{ id: number }>('select id from history order by id');
      deepEqual(
        history,
        entries.map(({ id }) => id),
      );
      client.close();
      const undone = await deadlocksIn(on.database);
      return `${count} writes at ${SERVICES} services, ${logged.length} events told once and in order to ${PEOPLE}; ${mails}; ${undone} deadlocks`;
    },
    checkWhole,
  ).finally(mail.close);
};
