import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';

/** The meaning of a PostgreSQL error for the caller: a value is `taken`, or nothing can be stored or read now. */
type PostgresFailure = 'taken' | 'unavailable';

/**
 * Classes and codes of SQLSTATE that are temporary: no connection, no room, shutdown, lock not available, read-only,
 * serialization.
 */
const passing = /^(08|53|57P|40|55P03|57014|25006|25P03|58)/;

const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying|Query read timeout)/;

const network = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

const ended = /^(08|57P01|57P02)/;

/** Whether a statement had no answer for as long as it may take: the connection hangs, or the server is too slow. */
export function isUnanswered(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'Query read timeout';
}

/** Whether an error of `pg` means that the connection itself is lost. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return network.includes(String(code)) || ended.test(String(code)) || lostConnection.test(String(message));
}

function isNoServer(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing socket, not any file.
  return network.includes(String(code)) || (code === 'ENOENT' && syscall === 'connect');
}

/** Whether PostgreSQL refuses a connection because it has as many as it takes. */
function isFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53300';
}

/** A connection cannot be had now; nothing was asked of the database. */
export class NoConnection extends Error {
  /** PostgreSQL has as many as it takes. */
  readonly isFull: boolean;

  constructor(cause: unknown) {
    super(`There is no connection to PostgreSQL: ${(cause as Error).message}`, { cause });
    this.isFull = isFull(cause);
  }
}

/** Reads an error of `pg`; undefined for one that means a mistake in the program. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  if (error instanceof NoConnection) return 'unavailable';
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

/** A constraint was violated: beside other writes, perhaps only because one of them was quicker. */
export function isViolation(error: unknown): boolean {
  return /^23/.test(String((error as { code?: unknown }).code));
}

/** The connection was lost during a commit: it is unknown whether the transaction was committed. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to PostgreSQL was lost during a commit.', { cause });
  }
}

function isPassword(code: string, message: string): boolean {
  return code === '28P01' || code === '28000' || message.startsWith('SASL');
}

/** Why a PostgreSQL database cannot be opened, as a sentence for a person. `place` names it. */
export function openProblem(error: unknown, place: string): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  if (error instanceof NoConnection) return openProblem(error.cause, place);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const refused = (what: string) => new DatabaseRefused(what, { cause: error });
  // PostgreSQL itself has other codes for all that a person can mend.
  if (code === '08P01')
    return new DatabaseUnreachable(`The pooler before ${place} says: ${message}. Nothing was changed.`, {
      cause: error,
    });
  if (isNoServer(error) || isLostConnection(error) || /timeout|terminated/i.test(message))
    return new DatabaseUnreachable(
      `Cannot reach PostgreSQL: ${place} does not answer. Check that it runs there and allows this machine.`,
      { cause: error },
    );
  if (isPassword(code, message))
    return refused(
      `PostgreSQL refuses this user and password for ${place}. ` +
        'Give the password in PGPASSWORD, in a pgpass file (~/.pgpass) or in the settings file (mode 0600).',
    );
  if (code === '3D000') return refused(`There is no database ${place}. Make it first: createdb.`);
  if (code === '42501')
    return refused(`The user may not create tables in ${place}. Make it the owner of the database, and try again.`);
  if (isFull(error)) return refused(`PostgreSQL takes no more connections: ${place} is full. Raise max_connections.`);
  return refused(`Cannot use ${place}: ${message.replace(/\.$/, '')}.`);
}
