import { deepEqual, equal } from 'node:assert/strict';
import { type Client, createClient } from './client.ts';
import { checkWhole } from './consistency.ts';
import { each, type Fault, sized } from './fault.ts';
import { createRandom, type Random } from './random.ts';
import { type Servings, withServings } from './servings.ts';
import type { TestDatabase } from './test-database.ts';

const WRITERS = 50;
const FULL_EDITS = 200;
const CONVERSATIONS = 20;

/** An edit that the service took: the title that its writer saw, and the one that it set. */
interface Edit {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

interface Desk {
  readonly two: Servings;
  readonly client: Client;
  readonly random: Random;
  readonly ids: readonly number[];
  readonly taken: Edit[];
  refusals: number;
}

interface Edited {
  readonly writer: number;
  readonly id: number;
  readonly to: string;
}

/** Reads a conversation, waits for `meanwhile`, and renames it, until no other client was faster. */
async function editOnce(desk: Desk, { writer, id, to }: Edited, meanwhile?: () => Promise<void>): Promise<void> {
  const { servings, people } = desk.two;
  const { token } = people[writer]!;
  for (let tries = 0; ; tries += 1) {
    const { url } = desk.random.pick(servings);
    const path = `/conversations/${id}`;
    const seen = await desk.client.ask(url, { method: 'GET', path, token });
    equal(seen.status, 200, seen.text);
    if (tries === 0) await meanwhile?.();
    const headers = { 'if-match': seen.etag! };
    const other = desk.random.pick(servings).url;
    const answer = await desk.client.ask(other, { method: 'PUT', path, token, headers, body: { title: to } });
    if (answer.status === 200) {
      desk.taken.push({ id, from: seen.body.data.title, to });
      return;
    }
    equal(answer.status, 412, answer.text);
    desk.refusals += 1;
  }
}

/** The history of each conversation is one chain, and is made of exactly the edits that were taken. */
async function checkHistory(database: TestDatabase, desk: Desk): Promise<void> {
  const rows = await database.query<{ conversation_id: number; changes: string }>(
    `select conversation_id, changes from history where event = 'title.updated' order by id`,
  );
  const titles = await database.query<{ id: number; title: string }>('select id, title from conversation');
  for (const id of desk.ids) {
    const chain = rows.filter(row => row.conversation_id === id).map(row => JSON.parse(row.changes).title);
    chain.reduce((title, change) => {
      equal(change.from, title, `conversation ${id} was overwritten unseen`);
      return change.to;
    }, 'start');
    const taken = desk.taken.filter(edit => edit.id === id).map(({ from, to }) => JSON.stringify({ from, to }));
    deepEqual(chain.map(({ from, to }) => JSON.stringify({ from, to })).sort(), taken.sort());
    equal(titles.find(one => one.id === id)?.title, chain.at(-1)?.to ?? 'start');
  }
}

/**
 * Many callers edit the same conversations, each from the version it read: every accepted edit is in the history, in
 * order.
 */
export const edits: Fault = async run => {
  const held: { desk?: Desk } = {};
  return withServings(
    run,
    { agents: WRITERS },
    async two => {
      const count = sized(run, FULL_EDITS);
      const client = createClient();
      const ids: number[] = [];
      for (let at = 0; at < CONVERSATIONS; at += 1) {
        const asked = {
          method: 'POST',
          path: '/conversations',
          token: two.people[at]!.token,
          body: { title: 'start' },
        };
        ids.push((await client.ask(two.servings[0]!.url, asked)).body.data.id);
      }
      const desk: Desk = { two, client, random: createRandom(run.seed), ids, taken: [], refusals: 0 };
      held.desk = desk;
      const edit = (writer: number, at: number) => {
        return { writer, id: desk.random.pick(ids), to: `writer ${writer} edit ${at}` };
      };
      // The first edit of the first writer meets another writer; the others may.
      const first = edit(0, 0);
      await editOnce(desk, first, () => editOnce(desk, { ...edit(1, 0), id: first.id }));
      equal(desk.refusals, 1);
      await each(WRITERS, WRITERS, async writer => {
        for (let at = writer < 2 ? 1 : 0; at < count; at += 1) await editOnce(desk, edit(writer, at));
      });
      client.close();
      equal(desk.taken.length, WRITERS * count);
      return `${desk.taken.length} edits taken, all in the history, ${desk.refusals} refused with 412, none overwritten unseen`;
    },
    async database => {
      await checkWhole(database);
      await checkHistory(database, held.desk!);
    },
  );
};
