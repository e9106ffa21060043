import { type Client, Connection, type PoolClient } from 'pg';

/** The fields of a client and of a connection that their types omit. */
type Cancelled = Client & { readonly processID: number; readonly secretKey: number };
type Asking = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};

/** Asks PostgreSQL to end the query of a client, by a connection for that alone: a pooler passes it on. */
export function cancel(client: PoolClient): void {
  const asking = new Connection() as Asking;
  const { host, port, processID, secretKey } = client as unknown as Cancelled;
  // If it cannot be asked, the query goes on to its end.
  asking.on('error', () => undefined);
  asking.once('connect', () => asking.cancel(processID, secretKey));
  if (host.startsWith('/')) asking.connect(`${host}/.s.PGSQL.${port}`);
  else asking.connect(port, host);
}
