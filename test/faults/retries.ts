import { deepEqual, equal } from 'node:assert/strict';
import { openBreakingProxy } from './breaking-proxy.ts';
import { type Client, createClient, insist } from './client.ts';
import { checkWhole } from './consistency.ts';
import { each, type Fault, sized } from './fault.ts';
import { withServings } from './servings.ts';
import type { TestDatabase } from './test-database.ts';

const FULL_POSTS = 10_000;
const POSTERS = 50;

async function createConversation(client: Client, url: string, token: string): Promise<number> {
  const answer = await client.ask(url, { method: 'POST', path: '/conversations', token, body: { title: 'posts' } });
  equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

function textOf(poster: number, at: number): string {
  return `poster ${poster} post ${at}`;
}

/** Each poster's posts are there once each, in its conversation, in the order in which they were sent. */
async function checkPosts(database: TestDatabase, ids: readonly number[], each: number): Promise<void> {
  const rows = await database.query<{ conversation_id: number; body_text: string }>(
    'select conversation_id, body_text from message order by id',
  );
  for (const [poster, id] of ids.entries())
    deepEqual(
      rows.filter(row => row.conversation_id === id).map(row => row.body_text),
      Array.from({ length: each }, (_, at) => textOf(poster, at)),
    );
  equal(rows.length, ids.length * each);
}

/** Posts over connections that break, sent again with their keys until they are answered: each is done once. */
export const retries: Fault = async run => {
  const own = sized(run, FULL_POSTS / POSTERS);
  const ids: number[] = [];
  return withServings(
    run,
    { agents: POSTERS },
    async ({ servings, people }) => {
      const client = createClient();
      const fresh = createClient(false);
      const proxy = await openBreakingProxy(
        servings.map(serving => serving.url),
        run.seed,
      );
      for (const { token } of people) ids.push(await createConversation(client, servings[0]!.url, token));
      await each(POSTERS, POSTERS, async poster => {
        const { token } = people[poster]!;
        for (let at = 0; at < own; at += 1) {
          const path = `/conversations/${ids[poster]}/messages`;
          const asked = { method: 'POST', path, token, body: { body_text: textOf(poster, at) } };
          const answer = await insist(fresh, () => proxy.url, asked, textOf(poster, at));
          equal(answer.status, 201, answer.text);
          equal(answer.body.data.body_text, textOf(poster, at));
        }
      });
      client.close();
      fresh.close();
      await proxy.close();
      const { lost, unanswered, abandoned, served } = proxy.met;
      return `${POSTERS * own} posts, each once and in order; of ${lost + unanswered + abandoned + served} connections ${lost} broke before, ${unanswered} after and ${abandoned} while the server worked`;
    },
    async database => {
      await checkWhole(database);
      await checkPosts(database, ids, own);
    },
  );
};
