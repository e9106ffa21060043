import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** A connection of its own, in a transaction that holds this row. Of two that wait for each other, PostgreSQL ends the other. */
export function hold(database: string, table: 'conversation' | 'agent', id: number) {
  return holdWhere(database, table, `id = ${id}`);
}

/** The same for the numbers of an inbox's conversations with a status. */
export function holdNumbers(database: string, inboxId: number, statusId: number) {
  return holdWhere(database, 'conversation_number', `home_id = ${inboxId} and status_id = ${statusId}`);
}

async function holdWhere(database: string, table: string, where: string) {
  const client = new Client(database);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; set local deadlock_timeout = '1min'; select from ${table} where ${where} for update`);
  return { query: (text: string) => client.query(text), letGo: () => client.query('commit') };
}

/** A connection of its own, which holds up every write at its end. */
export async function holdTurn(database: string) {
  const client = new Client(database);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('turn', 0))`);
  return { letGo: () => client.query('commit') };
}

/** Waits until so many connections wait for a lock, of any kind or of this one. */
export async function waiting(database: string, count: number, kind?: 'advisory'): Promise<void> {
  const client = new Client(database);
  await client.connect();
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and wait_event = coalesce($1, wait_event)`;
  while ((await client.query(text, [kind])).rowCount !== count) await sleep(5);
  await client.end();
}
