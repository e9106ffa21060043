import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whyNotInstalled } from './installed.ts';
import { answers, findUser, type PostgresServer } from './postgres.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Why there is no PgBouncer here; undefined if there is. With `FRONTDESK_POOLER=1` there must be one. */
export function whyNoPooler(): string | undefined {
  return whyNotInstalled(PGBOUNCER, { variable: 'FRONTDESK_POOLER', packages: 'pgbouncer' });
}

/** A running one, with its socket's folder. */
type Pooler = Pick<PostgresServer, 'folder' | 'stop'>;

/**
 * Starts a PgBouncer before all databases of the server whose socket is in `server`. It takes the server's connections in
 * turn, so that two statements of a client meet the same one only within a transaction, and otherwise by chance.
 */
export async function startPooler(server: string, mode: 'transaction' | 'session'): Promise<Pooler> {
  const { prefix, uid } = findUser()!;
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${server} user=postgres
[pgbouncer]
pool_mode = ${mode}
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
server_round_robin = 1
max_client_conn = 400
default_pool_size = 50
`,
  );
  if (uid !== undefined) chownSync(folder, uid, -1);
  const [command, ...rest] = [...prefix, PGBOUNCER, file];
  const pooler = spawn(command!, rest, { cwd: folder, stdio: 'ignore' });
  const killNow = () => {
    pooler.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    const isOver = once(pooler, 'exit');
    if (pooler.exitCode === null && pooler.kill('SIGKILL')) await isOver;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  for (let left = 500; !(await answers(folder)); left -= 1) {
    if (left === 0 || pooler.exitCode !== null) {
      await stop();
      throw new Error('PgBouncer was started and does not answer.');
    }
    await sleep(20);
  }
  return { folder, stop };
}
