import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { openDatabase } from '../../src/center/database/open.ts';
import { readSignIns } from '../../src/cli/sign-ins.ts';
import { createClient } from '../../src/client/client.ts';
import { allRows, lostRows, rowsForEmptyTables } from '../harness/all-rows.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { ADDRESS, copyKept, openKeptCenter, placesIn, VERSIONS } from '../harness/kept-files.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

/** Every column, constraint and index, one a line. */
const SCHEMA = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(' ' || column_default, '')
    from information_schema.columns where table_schema = 'public'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select indexdef from pg_indexes where schemaname = 'public'
  order by 1`;

async function schemaOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<[string]>({ text: SCHEMA, rowMode: 'array' });
  await client.end();
  return `${rows.map(([line]) => line).join('\n')}\n`;
}

describe('kept formats on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  const versions = readdirSync(VERSIONS).filter(name => /^\d+\.\d+\.\d+$/.test(name));

  test.for(versions)('the database of version %s is restored, migrated and answers', async version => {
    const folder = temporaryFolder();
    copyKept(join(VERSIONS, version), folder, 'unpack');
    const { dump, signIns } = placesIn(folder);
    const url = await newPostgresDatabase();
    await askPostgres(url, readFileSync(dump, 'utf8'));
    const center = await openKeptCenter(folder, url);
    onTestFinished(() => center.close());
    const { token } = readSignIns(signIns)[0]!;
    const fetch = async (request: Request) => center.fetch(request);
    const client = createClient({ baseUrl: ADDRESS, token: () => token, fetch });
    const { data } = await client.conversation.list({ query: { q: 'lantern', sort: 'created_at.asc' } });
    expect(data.map(({ title }) => title)).toEqual(expect.arrayContaining(['Topic 0', 'Topic 2', 'Topic 4']));
    await client.conversation.archive({ params: { conversation_id: 1 } });
    expect((await client.conversation.get({ params: { conversation_id: 1 } })).data.archived).toBe(true);
    expect((await schemaOf(url)).split('\n').toSorted()).toEqual((await freshSchema()).split('\n').toSorted());
  });

  test.for(versions)(
    'the migrations keep every row of every table of version %s, with all its values',
    async version => {
      const folder = temporaryFolder();
      copyKept(join(VERSIONS, version), folder, 'unpack');
      const url = await newPostgresDatabase();
      await askPostgres(url, readFileSync(placesIn(folder).dump, 'utf8'));
      const client = new Client({ connectionString: url });
      await client.connect();
      onTestFinished(() => client.end());
      const query = async <R>(text: string) => (await client.query(text)).rows as R[];
      const asked = { kind: 'postgres' as const, query };
      await client.query(`set session_replication_role = replica; ${(await rowsForEmptyTables(asked)).join(';')}`);
      const before = await allRows(asked);
      expect([...before].filter(([_name, rows]) => rows.length === 0)).toEqual([]);
      await (await openDatabase(url, 0)).close();
      expect(lostRows(before, await allRows(asked))).toEqual([]);
    },
  );

  test('the schema is the one of its number', async () => {
    const schema = await freshSchema();
    const path = join(VERSIONS, 'schemas', `center-${migrationNames.at(-1)}.postgres.txt`);
    if (!existsSync(path) && process.env.UPDATE_SCHEMAS === '1') writeFileSync(path, schema);
    expect(existsSync(path), `${path} is missing: UPDATE_SCHEMAS=1 writes it`).toBe(true);
    expect(schema, 'A schema with this number is kept already. Give the changed one a new number.').toBe(
      readFileSync(path, 'utf8'),
    );
  });
});

async function freshSchema(): Promise<string> {
  const url = await newPostgresDatabase();
  const center = await openKeptCenter(temporaryFolder(), url);
  await center.close();
  return schemaOf(url);
}
