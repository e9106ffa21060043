import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrationNames } from '../src/center/database/migrations/list.ts';
import { openDatabase } from '../src/center/database/open.ts';
import * as cacheSchema from '../src/cli/cache/schema.ts';
import { framePath, readFrame } from '../src/cli/first-frame/frame-file.ts';
import * as keptSchema from '../src/cli/kept/schema.ts';
import { readSettings } from '../src/cli/settings/read.ts';
import { readSignIns, signInAt } from '../src/cli/sign-ins.ts';
import { createClient } from '../src/client/client.ts';
import { readPlace } from '../src/state/kept/place.ts';
import { everything } from '../src/state/query/views.ts';
import { allRows, lostRows, rowsForEmptyTables } from './harness/all-rows.ts';
import { writtenIn } from './harness/drafts.ts';
import { ADDRESS, copyKept, openDeskOnFiles, openKeptCenter, placesIn, VERSIONS } from './harness/kept-files.ts';
import { temporaryFolder } from './harness/temporary.ts';

/** The released versions whose files are kept here. */
const versions = readdirSync(VERSIONS).filter(name => /^\d+\.\d+\.\d+$/.test(name));

/** The text of all tables, indexes and triggers of a SQLite file. */
function schemaOf(path: string): string {
  const database = new DatabaseSync(path);
  const rows = database.prepare('select sql from sqlite_schema where sql is not null order by type, name').all();
  database.close();
  return `${rows.map(({ sql }) => sql).join(';\n')};\n`;
}

describe.for(versions)('files of version %s', version => {
  async function unpacked() {
    const folder = temporaryFolder();
    copyKept(join(VERSIONS, version), folder, 'unpack');
    const center = await openKeptCenter(folder);
    onTestFinished(() => center.close());
    const signIn = signInAt(readSignIns(placesIn(folder).signIns), ADDRESS, undefined)!;
    const on = await openDeskOnFiles(folder, center, { token: signIn.token, agent: signIn.agent! });
    onTestFinished(on.close);
    const fetch = async (request: Request) => center.fetch(request);
    const client = createClient({ baseUrl: ADDRESS, token: () => signIn.token, fetch });
    return { folder, signIn, client, ...on };
  }

  test('the database is migrated and answers: conversations, messages, an attachment', async () => {
    const { client, signIn } = await unpacked();
    expect(signIn).toMatchObject({ url: ADDRESS, agent: { name: 'Ana Ortiz' }, isChosen: true });
    const { data } = await client.conversation.list({ query: { sort: 'created_at.asc' } });
    expect(data.map(({ title }) => title)).toEqual(expect.arrayContaining(['Topic 0', 'Topic 2', 'Topic 4']));
    const messages = await client.message.list({ params: { conversation_id: 1 }, query: {} });
    expect(messages.data.map(({ attachments }) => attachments.map(({ name }) => name))).toContainEqual(['order-0.bin']);
    const { data: found } = await client.conversation.list({ query: { q: 'lantern' } });
    expect(found).toHaveLength(data.length);
  });

  test('the migrations keep every row of every table of the database, with all its values', async () => {
    const folder = temporaryFolder();
    copyKept(join(VERSIONS, version), folder, 'unpack');
    const path = placesIn(folder).database;
    const file = new DatabaseSync(path);
    onTestFinished(() => file.close());
    const asked = { kind: 'sqlite' as const, query: async <R>(text: string) => file.prepare(text).all() as R[] };
    for (const text of await rowsForEmptyTables(asked)) file.exec(text);
    const before = await allRows(asked);
    expect([...before].filter(([_name, rows]) => rows.length === 0)).toEqual([]);
    await (await openDatabase(path, 0)).close();
    expect(lostRows(before, await allRows(asked))).toEqual([]);
  });

  test('the kept file: its changes are sent once, its draft and its place are there', async () => {
    const { client, desk, kept } = await unpacked();
    const place = readPlace(kept.takePlace());
    await kept.begin();
    expect(Object.values(writtenIn(desk.world().drafts))).toEqual(['The lantern is']);
    await expect.poll(() => desk.world().pending).toEqual([]);
    expect((await client.conversation.get({ params: { conversation_id: 1 } })).data.archived).toBe(true);
    const notes = await client.note.list({ params: { conversation_id: 2 }, query: {} });
    expect(notes.data.map(({ details }) => details)).toEqual(['Wait for the courier.']);
    expect(place).toMatchObject({ query: everything });
  });

  test('the cache, the views, the settings and the first frame are read', async () => {
    const { folder, cache, views } = await unpacked();
    const { state, config } = placesIn(folder);
    expect(cache.list(everything, 10)?.conversations.length).toBeGreaterThan(3);
    expect(cache.conversations([2])[0]?.title).toBe('Topic 2');
    expect(cache.places()?.agents.map(({ name }) => name)).toContain('Ana Ortiz');
    expect(views.read()).toEqual({ saved: [{ name: 'Lamps', filter: 'tag:lamp' }] });
    const settings = await readSettings({}, { profile: 'shop' }, readFileSync(config, 'utf8'));
    expect(settings).toMatchObject({ flags: { link: 'slow', url: ADDRESS }, profile: { name: 'shop' }, faults: [] });
    expect(readFrame(framePath(state, '0'.repeat(32)))).toMatchObject({ frame: 'Unresolved', columns: 80 });
  });
});

/**
 * The schema of each format under its number. A format that changes gets a new number, and `UPDATE_SCHEMAS=1` writes the
 * new schema, which takes the place of the former one.
 */
const SCHEMAS = join(VERSIONS, 'schemas');

test.for([
  ['the database', `center-${migrationNames.at(-1)}`, async (folder: string) => schemaAfterMigration(folder)],
  ['the kept file', `kept-${keptSchema.SCHEMA_VERSION}`, async (folder: string) => made(folder, keptSchema.SCHEMA)],
  [
    'the cache',
    `cache-${cacheSchema.CACHE_SCHEMA_VERSION}`,
    async (folder: string) => made(folder, cacheSchema.CACHE_SCHEMA),
  ],
] as const)('the schema of %s is the one of its number', async ([_what, name, schemaIn]) => {
  const schema = await schemaIn(temporaryFolder());
  const path = join(SCHEMAS, `${name}.sql`);
  if (!existsSync(path) && process.env.UPDATE_SCHEMAS === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, schema);
  }
  expect(existsSync(path), `${path} is missing: UPDATE_SCHEMAS=1 writes it`).toBe(true);
  expect(schema, 'A schema with this number is kept already. Give the changed one a new number.').toBe(
    readFileSync(path, 'utf8'),
  );
});

async function schemaAfterMigration(folder: string): Promise<string> {
  const center = await openKeptCenter(folder);
  await center.close();
  return schemaOf(placesIn(folder).database);
}

function made(folder: string, schema: string): string {
  const path = join(folder, 'made.db');
  const database = new DatabaseSync(path);
  database.exec(schema);
  database.close();
  return schemaOf(path);
}
