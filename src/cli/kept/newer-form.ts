import type { DatabaseSync } from 'node:sqlite';
import { version } from '../version.ts';

/** A later version made a file of the desk's, in a form that this one does not know. */
export class NewerForm extends Error {}

/**
 * A version as the number that a file has as SQLite's `application_id`, so that an older program can name the version that
 * made it: 0.12.3 is 12003. No version changes this.
 */
export const PROGRAM_ID = version.split('.').reduce((number, part) => number * 1_000 + Number.parseInt(part, 10), 0);

/**
 * The form of a file, 0 if it has none. Throws `NewerForm`, before anything is changed, if it is above `known`; `cure`:
 * the alternative to installing the later version.
 */
export function fileForm(database: DatabaseSync, known: number, cure = ''): number {
  const read = (name: 'user_version' | 'application_id') => Number(database.prepare(`pragma ${name}`).get()![name]);
  const form = read('user_version');
  if (form <= known) return form;
  const id = read('application_id');
  const theirs = `frontdesk ${[id / 1_000_000, (id / 1_000) % 1_000, id % 1_000].map(Math.floor).join('.')}`;
  throw new NewerForm(
    `${theirs} made it (form ${form}), and this is frontdesk ${version}, which knows forms up to ${known}; ` +
      `nothing in it was changed: install ${theirs} or newer${cure}`,
  );
}
