import { deepEqual, equal } from 'node:assert/strict';
import { createClient } from './client.ts';
import { checkConsistency } from './consistency.ts';
import { type Fault, sized } from './fault.ts';
import { askQuestions } from './questions.ts';
import { createRandom } from './random.ts';
import { startServing } from './serving.ts';
import { openTestDatabase } from './test-database.ts';

const FULL_ROUNDS = 1_000;
const SERVINGS = 4;

/** In each round two agents, at two of four services, ask for the next conversation at the same instant. */
export const queue: Fault = async run => {
  const rounds = sized(run, FULL_ROUNDS);
  const random = createRandom(run.seed);
  const database = await openTestDatabase(run);
  const client = createClient();
  // One question too few: in the last round one of the two gets nothing.
  const { ids, tokens } = await askQuestions(database, 2 * rounds - 1);
  const servings = await Promise.all(Array.from({ length: SERVINGS }, () => startServing(database)));
  const given: number[] = [];
  try {
    const ask = async (at: number, token: string, method: string, path: string, body: unknown) => {
      const answer = await client.ask(servings[at % SERVINGS]!.url, { method, path, token, body });
      equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
      return [answer.body.data].flat().map(({ id }: { id: number }) => id);
    };
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = [random.below(SERVINGS), 1 + random.below(SERVINGS - 1)];
      const two = [first, first + second].map(async (at, one) => {
        const token = tokens[(round * 2 + one) % tokens.length]!;
        const got = await ask(at, token, 'POST', '/conversations/next', {});
        for (const id of got) await ask(at, token, 'PUT', `/conversations/${id}`, { conversation_status_id: 2 });
        return got;
      });
      given.push(...(await Promise.all(two)).flat());
    }
    deepEqual(
      given.toSorted((a, b) => a - b),
      ids.toSorted((a, b) => a - b),
      'each question was given once',
    );
    await Promise.all(servings.map(serving => serving.stop()));
    await checkConsistency(database);
    return `${given.length} questions went to exactly one of two agents each, in ${rounds} rounds at ${SERVINGS} services`;
  } finally {
    client.close();
    await Promise.all(servings.map(serving => serving.kill()));
    await database.close();
  }
};
