import { randomBytes } from 'node:crypto';
import { Client, type Notification } from 'pg';
import { DatabaseRefused } from '../refused.ts';
import { readDatabaseAddress, serversOf } from './address.ts';
import { openProblem } from './failure.ts';
import { clientConfig, hangUp, type PostgresDatabase, refuseStandby, tryNext } from './pool.ts';

/** How long a notification may take from one connection to another, in milliseconds. */
const HEARD_WITHIN_MS = 3_000;

/** A client with a field that its types omit. */
type ClientWithProcessId = Client & { readonly processID: number };

/** Connects to the first of several servers that takes writes; to a single one in any case. */
async function connect(database: PostgresDatabase): Promise<Client> {
  for (let left = serversOf(database.url).length; ; left -= 1) {
    const client = new Client(clientConfig(database));
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (left > 1) await refuseStandby(client);
      return client;
    } catch (error) {
      hangUp(client);
      tryNext(database);
      if (left <= 1) throw error;
    }
  }
}

/** Runs `work` on a connection of its own. */
export async function onConnection<T>(database: PostgresDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(database);
  try {
    return await work(client);
  } finally {
    // The work is done, or has failed with an error of its own.
    await client.end().catch(() => undefined);
  }
}

/** Whether a pooler is in between: it names a process of its own making, because it may change the server's. */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid !== (client as ClientWithProcessId).processID;
}

/**
 * Whether one connection hears a notification of another: both have the same database, and the first keeps its session.
 */
async function hears(listener: Client, speaker: Client): Promise<boolean> {
  const channel = `frontdesk_${randomBytes(8).toString('hex')}`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const hear = (heard: Notification) => {
    if (heard.channel === channel) resolve(true);
  };
  listener.on('notification', hear);
  await listener.query(`listen ${channel}`);
  await speaker.query(`select pg_notify('${channel}', '')`);
  const timer = setTimeout(resolve, HEARD_WITHIN_MS, false);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    listener.off('notification', hear);
    await listener.query(`unlisten ${channel}`);
  }
}

function whyNotHeard({ direct }: PostgresDatabase, place: string): string {
  if (direct !== undefined)
    return (
      `postgres_direct names ${readDatabaseAddress(direct).place}, which does not hear what is said in ${place}. ` +
      'Name the same database there, and PostgreSQL itself, not a pooler. Nothing was changed.'
    );
  return (
    `A pooler that shares connections stands before ${place}: events would be lost, and upgrades need a session. ` +
    'Name PostgreSQL itself in postgres_direct ([center] in the settings file), or let the pooler keep sessions ' +
    '(PgBouncer: pool_mode = session). Nothing was changed.'
  );
}

/**
 * Runs `work` on a connection that keeps its session, as LISTEN and upgrades need, and returns the database with the
 * address of that connection: if a pooler shares connections, it is `direct`. Throws `DatabaseRefused` if no connection
 * keeps its session.
 */
export async function inSession(
  database: PostgresDatabase,
  client: Client,
  work: (client: Client) => Promise<void>,
): Promise<PostgresDatabase> {
  if (!(await isPooled(client))) {
    await work(client);
    return database;
  }
  const session = { ...database, url: database.direct ?? database.url };
  try {
    await onConnection(session, async own => {
      if (!(await hears(own, client)))
        throw new DatabaseRefused(whyNotHeard(database, readDatabaseAddress(database.url).place));
      await work(own);
    });
  } catch (error) {
    throw openProblem(error, readDatabaseAddress(session.url).place);
  }
  return session;
}
