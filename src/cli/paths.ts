import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { exitCode, ShellError } from './shell-error.ts';

/** The folders of the environment as it is now. */
function folders() {
  return envPaths('frontdesk', { suffix: '' });
}

/** The default places: the embedded help center's file, and the desk's own state. */
export const paths = {
  /** The embedded help center: `$XDG_DATA_HOME/frontdesk/center.db`. */
  database: () => join(folders().data, 'center.db'),
  /** The user's settings: `$XDG_CONFIG_HOME/frontdesk/config.toml`. */
  settings: () => join(folders().config, 'config.toml'),
  /**
   * The saved views of a help center: `$XDG_CONFIG_HOME/frontdesk/views-….json`. They are beside the settings, because
   * agents make them once and want them on another machine, too; the state folder may be emptied.
   */
  views: (name: string) => join(folders().config, `${name}.json`),
  /** Log and reports: `$XDG_STATE_HOME/frontdesk/`. */
  state: () => folders().log,
} as const;

/** Another process may make the same folder at the same time. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** One folder at a time: Node's recursive mkdir never ends under /proc. */
function makeWithParents(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    makeWithParents(dirname(path));
    makeOne(path);
  }
}

/** Makes a folder that only its owner can read; on failure, throws a sentence that says where to choose another. */
export function makeFolder(path: string, chosenWith: string): void {
  try {
    makeWithParents(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw new ShellError(
      `The folder ${path} cannot be made (${reason}). Nothing was changed. Choose another place with ${chosenWith}.`,
      exitCode.failed,
    );
  }
}
