import { hash } from 'node:crypto';

/** The arguments of a start, beside the settings file and the token. */
export interface StartArguments {
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The working folder. */
  readonly folder: string;
}

/** A frame of another form is not painted. */
const FORM = 3;

/** The variables that decide the content of the desk, and where it is found. */
const VARIABLES =
  /^(?:FRONTDESK_\w+|LC_\w+|LANG|XDG_\w+_HOME|HOME|USER|PG\w+|TZ|TERM(?:_PROGRAM)?|COLORTERM|(?:NO|FORCE)_COLOR|ACCESSIBLE)$/;
/** Of these it matters only whether they are set: their values name this one session. */
const MULTIPLEXERS = ['TMUX', 'STY', 'ZELLIJ', 'NCURSES_NO_UTF8_ACS'] as const;

/** Two starts with the same key show the same, if settings, token and database are the same too. */
export function startKey({ args, environment, folder }: StartArguments): string {
  const told = Object.entries(environment).filter(([name, value]) => value && VARIABLES.test(name));
  const within = MULTIPLEXERS.filter(name => environment[name]);
  // A given path may be relative; the default places are not.
  const isPathTold = args.length > 0 || told.some(([name]) => name.startsWith('FRONTDESK_'));
  const all = [FORM, process.getuid?.(), args, told.sort(), within, isPathTold ? folder : ''];
  return hash('sha256', JSON.stringify(all)).slice(0, 32);
}
