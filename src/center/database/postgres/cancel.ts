import { type ClientConfig, Connection, type PoolClient } from 'pg';

/** The fields of a client and of a connection that their types omit. */
type Cancelled = PoolClient & { readonly processID: number; readonly secretKey: number };
type Asking = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};

/** Asks PostgreSQL to end the query of a client, by a connection for that alone: a pooler passes it on. */
export function cancel(client: PoolClient, { host = '', port = 5432 }: ClientConfig): void {
  const asking = new Connection() as Asking;
  const { processID, secretKey } = client as Cancelled;
  // If it cannot be asked, the query goes on to its end.
  asking.on('error', () => undefined);
  asking.once('connect', () => asking.cancel(processID, secretKey));
  if (host.startsWith('/')) asking.connect(`${host}/.s.PGSQL.${port}`);
  else asking.connect(port, host);
}
