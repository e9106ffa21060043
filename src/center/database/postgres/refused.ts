import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';
import { isNoServer } from './failure.ts';

function isPassword(code: string, message: string): boolean {
  return code === '28P01' || code === '28000' || message.startsWith('SASL');
}

/** Why a PostgreSQL database cannot be opened, as a sentence for a person. `place` names it. */
export function refusedBy(error: unknown, place: string): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const refused = (what: string) => new DatabaseRefused(what, { cause: error });
  if (isNoServer(error) || /timeout|terminated/i.test(message))
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
  if (code === '53300')
    return refused(`PostgreSQL takes no more connections: ${place} is full. Raise max_connections.`);
  return refused(`Cannot use ${place}: ${message.replace(/\.$/, '')}.`);
}
