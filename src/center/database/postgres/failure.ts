/** What an error of PostgreSQL means to the caller: a value is `taken`, or nothing can be stored or read now. */
export type PostgresFailure = 'taken' | 'unavailable';

/**
 * Classes and codes of SQLSTATE that pass: no connection, no room, shutdown, a lock that was not had, read-only,
 * serialization.
 */
const passing = /^(08|53|57P|40|55P03|57014|25006|25P03|58)/;

const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

const network = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

const ended = /^(08|57P01|57P02)/;

/** Whether an error of `pg` says that the connection itself is gone, whatever was asked on it. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return network.includes(String(code)) || ended.test(String(code)) || lostConnection.test(String(message));
}

/** Whether an error says that there is no server to connect to, or no way to it. */
export function isNoServer(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A socket that is not there, not any file.
  return network.includes(String(code)) || (code === 'ENOENT' && syscall === 'connect');
}

/** Reads an error that `pg` threw; undefined for one that says that the program is wrong. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (isNoServer(error)) return 'unavailable';
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    if (code === '23505') return 'taken';
    return passing.test(code) ? 'unavailable' : undefined;
  }
  return lostConnection.test(String(message)) ? 'unavailable' : undefined;
}

/** The database itself undid the transaction so that another one could go on: doing it again is safe, and may work. */
export function isUndoneByOthers(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** The connection was lost while a transaction was committed: nobody here knows whether it was. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to PostgreSQL was lost during a commit.', { cause });
  }
}
