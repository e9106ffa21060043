import { mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { exitCode, ShellError } from './shell-error.ts';

/** Users' folders: the variable that names each, its place in the home folder without it, and its place on macOS. */
const PLACES = {
  data: ['XDG_DATA_HOME', '.local/share', 'Library/Application Support'],
  config: ['XDG_CONFIG_HOME', '.config', 'Library/Preferences'],
  state: ['XDG_STATE_HOME', '.local/state', 'Library/Logs'],
} as const;

/** The user's home folder: `HOME`, or the system's entry if that is empty or relative. */
export function homeFolder(): string {
  for (const way of [homedir, () => userInfo().homedir])
    try {
      const home = way();
      if (isAbsolute(home)) return home;
    } catch {
      // Both throw where the system does not know the user, as in containers.
    }
  throw new ShellError('There is no home folder. Nothing was done: set HOME to an absolute path.', exitCode.failed);
}

/** As the environment is now. A relative path counts as not set, as the XDG Base Directory Specification says. */
function ownFolder(kind: keyof typeof PLACES): string {
  const [variable, below, onMac] = PLACES[kind];
  if (process.platform === 'darwin') return join(homeFolder(), onMac, 'frontdesk');
  const named = process.env[variable];
  return join(named && isAbsolute(named) ? named : join(homeFolder(), below), 'frontdesk');
}

/** The variables that name a folder in vain, because it is not absolute. */
export function ignoredFolders(environment: NodeJS.ProcessEnv): readonly string[] {
  const named = Object.values(PLACES).filter(([variable]) => environment[variable]);
  return ['HOME', ...named.map(([variable]) => variable)].filter(one => !isAbsolute(environment[one] ?? '/'));
}

/** The default places: the embedded help center's file, and the desk's own state. */
export const paths = {
  /** The embedded help center: `$XDG_DATA_HOME/frontdesk/center.db`. */
  database: () => join(ownFolder('data'), 'center.db'),
  /** The user's settings: `$XDG_CONFIG_HOME/frontdesk/config.toml`. */
  settings: () => join(ownFolder('config'), 'config.toml'),
  /**
   * The saved views of a help center: `$XDG_CONFIG_HOME/frontdesk/views-….json`. They are beside the settings, because
   * agents make them once and want them on another machine, too; the state folder may be emptied.
   */
  views: (name: string) => join(ownFolder('config'), `${name}.json`),
  /** Log and reports: `$XDG_STATE_HOME/frontdesk/`. */
  state: () => ownFolder('state'),
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
