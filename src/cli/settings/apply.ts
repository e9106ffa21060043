import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { readSignIns, type SavedSignIn, signInsPath } from '../sign-ins.ts';
import { readSettings } from './read.ts';
import type { Setting } from './setting.ts';
import { flagName, SETTINGS } from './table.ts';

/** Whether the user set it for this command: a flag or the environment overrides the settings file. */
function isSaid(command: Command, flag: string): boolean {
  return ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '');
}

/** Whether a flag or a variable sets the desk's place of work. `--sample` is one too, but no setting. */
function isPlaced(command: Command): boolean {
  const places = SETTINGS.filter(([, { place }]) => place === 'chooses').map(([name]) => flagName(name));
  return [...places, 'sample'].some(flag => isSaid(command, flag));
}

/** A file that cannot be used is reported when a sign-in is needed: no setting depends on it. */
function readableSignIns(): readonly SavedSignIn[] {
  try {
    return readSignIns(signInsPath());
  } catch {
    return [];
  }
}

/** A flag that says to work here counts before a variable that names a help center elsewhere, and excludes its flag. */
function preferFlag(command: Command): void {
  const here = ['database', 'sample'].find(flag => command.getOptionValueSource(flag) === 'cli');
  if (here === undefined) return;
  if (command.getOptionValueSource('url') === 'env') command.setOptionValue('url', undefined);
  if (command.getOptionValueSource('url') === 'cli')
    throw new ShellError(`--url and --${here} name two help centers: give one of them. Nothing was done.`);
}

/**
 * Passes the settings file's values to a command, unless a flag or the environment sets them. An error in the file ends
 * any command except the desk, which reports it and works without the value. A `login` may name a new profile.
 */
export async function applySettings(shell: Shell, command: Command, kind: 'desk' | 'login' | 'command'): Promise<void> {
  const { environment } = shell;
  // Commands without the flag have the variable nevertheless.
  const wanted = command.opts<{ profile?: string }>().profile ?? environment.FRONTDESK_PROFILE;
  const signIns = readableSignIns();
  const {
    flags,
    cache,
    center,
    mail,
    keys,
    commands,
    keyFaults = [],
    profile,
    faults: told,
    isGrave,
  } = await readSettings(environment, {
    profile: wanted,
    isKnown: name => kind === 'login' || signIns.some(one => one.profile === name),
  });
  shell.caFile = command.opts<{ caFile?: string }>().caFile ?? (flags.caFile as string | undefined);
  const untrusted = shell.caFile && (await (await import('./trust-authorities.ts')).trustAuthorities(shell.caFile));
  // Only the desk has keys.
  const faults = [...told, ...(untrusted ? [untrusted] : []), ...(kind === 'desk' ? keyFaults : [])];
  if ((isGrave || untrusted) && kind !== 'desk') throw new ShellError(faults.join('\n'), exitCode.usage);
  if (kind !== 'desk') for (const fault of faults) shell.stderr.write(`frontdesk: ${fault}\n`);
  preferFlag(command);
  shell.cache = cache;
  shell.center = center;
  // Without a name it is for the help center of the file itself, not for that of a flag or a variable.
  shell.mail = mail && { database: flags.database as string | undefined, ...mail };
  shell.keys = keys;
  shell.commands = commands;
  shell.keyFaults = keyFaults;
  shell.profile = profile?.name;
  shell.faults = faults;
  const known = new Set(command.options.map(option => option.attributeName()));
  // The sign-in of a profile counts before the help center that the top of the file names.
  const isSignedIn = signIns.some(one => one.isChosen && one.profile === profile?.name);
  const hasOwnSignIn = profile?.isPlace === false && known.has('url') && isSignedIn;
  const isElsewhere = isPlaced(command) || hasOwnSignIn;
  const isLeftOut = ({ place, isForCommands, insteadOf = '' }: Setting): boolean =>
    (place !== undefined && isElsewhere) ||
    (kind !== 'desk' && !isForCommands) ||
    // A flag of the same name may mean something else to a command that reaches no help center elsewhere.
    (place === 'belongs' && !known.has('url')) ||
    Boolean(environment[insteadOf]);
  for (const [name, setting] of SETTINGS) {
    const flag = flagName(name);
    if (flag in flags && known.has(flag) && !isSaid(command, flag) && !isLeftOut(setting))
      command.setOptionValueWithSource(flag, flags[flag], 'config');
  }
}
