import packageJson from '../../../../package.json' with { type: 'json' };

/**
 * The row of `setting` with the version of the program that took the newest step. Older programs name it when they refuse
 * a database, so neither the table nor this key ever changes.
 */
export const TABLES_OF = 'tables_of';

/** The version of this program. */
export const { version } = packageJson;

/**
 * Why a newer program's tables are not for this one, and what to do. `step`: the newest one that they have; `by`: the
 * version that took it, if it is known; `known`: this program's newest step.
 */
export function whyNewer(step: string, by: string | undefined, known: string) {
  // Between two releases there are newer steps of the same version.
  const isKnown = by !== undefined && by !== version;
  const theirs = isKnown ? `frontdesk ${by}` : 'A newer frontdesk';
  return {
    what: `${theirs} made the tables of this database (${step}), and this is frontdesk ${version}, which knows those up to ${known}`,
    cure: `install ${isKnown ? `frontdesk ${by} or newer` : 'the newest one'}, or restore a backup from before`,
  };
}
