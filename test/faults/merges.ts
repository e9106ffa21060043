import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Answered, type Client, createClient } from './client.ts';
import { checkWhole } from './consistency.ts';
import { each, type Fault, sized } from './fault.ts';
import { createRandom, type Random } from './random.ts';
import { type Servings, withServings } from './servings.ts';

const FULL_ROUNDS = 2_000;
const ROUNDS_AT_ONCE = 6;

interface Round {
  readonly name: string;
  readonly two: Servings;
  readonly client: Client;
  readonly random: Random;
  /** The texts that were taken in. */
  readonly messages: string[];
  readonly notes: string[];
}

/** Asks one of the two services; a service that cannot say yes or no within the client's patience throws. */
async function ask(round: Round, at: number, method: string, path: string, body?: unknown): Promise<Answered> {
  const { servings, people } = round.two;
  const { token } = round.random.pick(people);
  const answer = await round.client.ask(servings[at % servings.length]!.url, { method, path, token, body });
  ok([200, 201, 409].includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

async function post(round: Round, id: number, what: 'messages' | 'notes', text: string): Promise<void> {
  const body = what === 'messages' ? { body_text: text } : { details: text };
  const answer = await ask(round, round.random.below(4), 'POST', `/conversations/${id}/${what}`, body);
  if (answer.status === 201) round[what].push(text);
}

async function conversationWith(round: Round, name: string): Promise<number> {
  const answer = await ask(round, 0, 'POST', '/conversations', { title: `${round.name} ${name}`, tags: [name] });
  const { id } = answer.body.data;
  await post(round, id, 'messages', `${round.name} ${name} first`);
  await post(round, id, 'notes', `${round.name} ${name} noted`);
  return id;
}

function merge(round: Round, at: number, target: number, source: number): Promise<Answered> {
  return ask(round, at, 'POST', `/conversations/${target}/merge`, { conversation_ids: [source] });
}

async function listed(round: Round, id: number, what: 'messages' | 'notes'): Promise<string[]> {
  const answer = await ask(round, 1, 'GET', `/conversations/${id}/${what}?limit=200`);
  return answer.body.data.map((one: { body_text?: string; details?: string }) => one.body_text ?? one.details).sort();
}

/** Every one of `ids` but one leads to the same survivor, and the survivor holds all that was taken in. */
async function checkRound(round: Round, ids: readonly number[]): Promise<void> {
  const all = await Promise.all(ids.map(id => ask(round, id, 'GET', `/conversations/${id}`)));
  const away = all.map(answer => answer.body.data.merged_into as number | null);
  const survivors = ids.filter((_, at) => away[at] === null);
  equal(survivors.length, 1, `${round.name}: ${ids} lead to ${away}`);
  const survivor = all[ids.indexOf(survivors[0]!)]!.body.data;
  deepEqual([survivor.status, survivor.archived], ['open', false], `${round.name}: who survived is not open`);
  ok(
    away.every(to => to === null || to === survivors[0]),
    `${round.name}: ${ids} lead to ${away}`,
  );
  deepEqual(await listed(round, survivors[0]!, 'messages'), round.messages.toSorted(), round.name);
  deepEqual(await listed(round, survivors[0]!, 'notes'), round.notes.toSorted(), round.name);
}

/** A into B, B into A, and mail and notes for both, all at once on several services. */
async function pairRound(round: Round): Promise<void> {
  const [a, b] = [await conversationWith(round, 'a'), await conversationWith(round, 'b')];
  const [first, second] = await Promise.all([
    merge(round, 0, b, a),
    merge(round, 1, a, b),
    post(round, a, 'messages', `${round.name} late message to a`),
    post(round, b, 'messages', `${round.name} late message to b`),
    post(round, a, 'notes', `${round.name} late note to a`),
    post(round, b, 'notes', `${round.name} late note to b`),
  ]);
  deepEqual([first.status, second.status].sort(), [200, 409], round.name);
  await checkRound(round, [a, b]);
}

/** A into B, B into C, C into A at once: whatever wins, they end in one place after the last is asked for again. */
async function ringRound(round: Round): Promise<void> {
  const ids = [
    await conversationWith(round, 'a'),
    await conversationWith(round, 'b'),
    await conversationWith(round, 'c'),
  ];
  const [a, b, c] = ids as [number, number, number];
  const answers = await Promise.all([
    merge(round, 0, b, a),
    merge(round, 1, c, b),
    merge(round, 0, a, c),
    post(round, b, 'messages', `${round.name} late message to b`),
  ]);
  ok(answers.slice(0, 3).some(answer => answer?.status === 200));
  const away = await Promise.all(ids.map(id => ask(round, id, 'GET', `/conversations/${id}`)));
  const left = ids.filter((_, at) => away[at]!.body.data.merged_into === null);
  ok(left.length >= 1, `${round.name}: nothing survived`);
  for (const id of left.slice(1)) equal((await merge(round, 0, left[0]!, id)).status, 200);
  await checkRound(round, ids);
}

/** Merges that race, both ways and in a ring: one survivor, nothing lost, no dead lock. */
export const merges: Fault = run =>
  withServings(
    run,
    { agents: 25 },
    async two => {
      const count = sized(run, FULL_ROUNDS);
      const client = createClient();
      const random = createRandom(run.seed);
      await each(count, ROUNDS_AT_ONCE, at => {
        const round = { name: `round ${at}`, two, client, random, messages: [], notes: [] };
        return at % 10 === 9 ? ringRound(round) : pairRound(round);
      });
      client.close();
      return `${count} rounds, one survivor each, no message and no note lost, none waited for the other`;
    },
    checkWhole,
  );
