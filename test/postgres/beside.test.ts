import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { startTime } from '../center/open-center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

describe('writes beside each other on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('are done again alone if a constraint is in the way, and so find the other’s row', async () => {
    const database = await newPostgresCenter();
    const store = await openDatabase(database.name, startTime);
    onTestFinished(async () => {
      await store.close();
      await database.drop();
    });
    const runs: string[] = [];
    await store.write(async (db, locks) => {
      runs.push(locks ? 'beside' : 'alone');
      if (!locks) return;
      const status = { name: 'open', name_key: 'open', kind: 'custom' } as const;
      await db.insertInto('conversation_status').values(status).execute();
    }, true);
    expect(runs).toEqual(['beside', 'alone']);
  });
});
