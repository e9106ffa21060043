import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { makeConversation } from '../center/conversations.ts';
import { openCenter } from '../center/open-center.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

/** One listens. */
const CONNECTIONS = 3;

/** A new database with an owner who can be limited: those who own the server are not. */
async function ownedDatabase() {
  const database = await newPostgresDatabase();
  const name = new URL(database).pathname.slice(1);
  await askPostgres(database, `create role ${name} login; alter database ${name} owner to ${name}`);
  onTestFinished(async () => {
    await askPostgres(database, `alter database ${name} owner to postgres; drop owned by ${name}; drop role ${name}`);
  });
  const address = new URL(database);
  address.username = name;
  const limit = (connections: number) =>
    askPostgres(database, `alter database ${name} connection limit ${connections}`);
  return { address: address.href, limit };
}

test('with few connections a server reads, and writes alone and beside', skippedFor(missing), async () => {
  const { address, limit } = await ownedDatabase();
  await limit(CONNECTIONS);
  const store = await openDatabase(address, 0);
  onTestFinished(() => store.close());
  const rename = (to: string, isConcurrent: boolean) =>
    store.write(db => db.updateTable('inbox').set({ name: to }).where('id', '=', 1).execute(), isConcurrent);
  const read = () => store.read(db => db.selectFrom('inbox').select('name').where('id', '=', 1).executeTakeFirst());
  const reads = () => Promise.all(Array.from({ length: 12 }, read));
  await reads();
  await rename('Beside', true);
  expect(new Set((await reads()).map(row => row?.name))).toEqual(new Set(['Beside']));
  await rename('Alone', false);
  await Promise.all([reads(), ...Array.from({ length: 6 }, (_, at) => rename('Last', at % 2 === 0)), reads()]);
  expect(await read()).toEqual({ name: 'Last' });
});

/** The next thread that is started says nothing until it is let go. */
function holdThread(): { readonly begun: Promise<void>; letGo(): void } {
  const begun = Promise.withResolvers<void>();
  const said: (() => void)[] = [];
  let isHeld = true;
  const hold = (worker: Worker) => {
    const { emit } = worker;
    worker.emit = (...given: Parameters<typeof emit>) => {
      if (!isHeld) return emit.apply(worker, given);
      said.push(() => emit.apply(worker, given));
      return true;
    };
    begun.resolve();
  };
  process.once('worker', hold);
  onTestFinished(() => void process.off('worker', hold));
  return {
    begun: begun.promise,
    letGo: () => {
      isHeld = false;
      for (const say of said) say();
    },
  };
}

test('with one connection a server reads while it makes text of HTML', skippedFor(missing), async () => {
  const { address, limit } = await ownedDatabase();
  const desk = await openCenter({ database: address, folder: temporaryFolder() });
  const conversation = await makeConversation(desk);
  const sent = { body_text: 'Hello', body_html: '<p>Hello <b>there</b></p>' };
  const { id } = (await desk.call('POST', `/conversations/${conversation}/messages`, { body: sent })).body.data;
  await desk.close();
  // Another one listens.
  await limit(2);
  const center = await createCenter({ database: address, attachmentsFolder: desk.folder, now: () => desk.clock.now });
  onTestFinished(() => center.close());
  const ask = async (path: string, query = {}) => {
    const answer = await center.fetch(desk.request('GET', path, { query }));
    return [answer.status, (await answer.json()).data] as const;
  };
  const thread = holdThread();
  const text = ask(`/conversations/${conversation}/messages/${id}`, { html_text: '1' });
  await thread.begun;
  expect(await ask(`/conversations/${conversation}`)).toMatchObject([200, { id: conversation }]);
  expect(await ask(`/conversations/${conversation}/messages/${id}`)).toMatchObject([200, { id }]);
  thread.letGo();
  expect(await text).toMatchObject([200, { html_text: 'Hello there' }]);
});
