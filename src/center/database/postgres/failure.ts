/** The meaning of a PostgreSQL error for the caller: a value is `taken`, or nothing can be stored or read now. */
export type PostgresFailure = 'taken' | 'unavailable';

/**
 * Classes and codes of SQLSTATE that are temporary: no connection, no room, shutdown, lock not available, read-only,
 * serialization.
 */
const passing = /^(08|53|57P|40|55P03|57014|25006|25P03|58)/;

const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

const network = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

const ended = /^(08|57P01|57P02)/;

/** Whether an error of `pg` means that the connection itself is lost, whatever the statement. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return network.includes(String(code)) || ended.test(String(code)) || lostConnection.test(String(message));
}

/** Whether an error means that no server can be reached. */
export function isNoServer(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing socket, not any file.
  return network.includes(String(code)) || (code === 'ENOENT' && syscall === 'connect');
}

/** Reads an error of `pg`; undefined for one that means a mistake in the program. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (isNoServer(error)) return 'unavailable';
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    if (code === '23505') return 'taken';
    return passing.test(code) ? 'unavailable' : undefined;
  }
  return lostConnection.test(String(message)) ? 'unavailable' : undefined;
}

/** The database itself rolled the transaction back in favour of another: repeating it is safe, and may work. */
export function isUndoneByOthers(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** The connection was lost during a commit: it is unknown whether the transaction was committed. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to PostgreSQL was lost during a commit.', { cause });
  }
}
