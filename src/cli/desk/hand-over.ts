import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SafeText } from '../../text/safe.ts';
import { flagWords } from '../settings/flags.ts';
import { SETTINGS } from '../settings/table.ts';
import type { Shell } from '../shell.ts';

/** What says where a desk works, or on which list; the others are as good for another help center. */
const PLACE_FLAGS = SETTINGS.flatMap(([name, setting]) =>
  setting.place === 'chooses' ? flagWords(name, setting) : [],
);

/** What a desk that another one has handed over to shows first. */
export const HANDED_OVER = 'FRONTDESK_HANDED_OVER';

/** The arguments of this desk for one on the help center at `url`. */
export function argumentsFor(args: readonly string[], url: string): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [flag = '', value] = args[at]!.split('=', 2);
    const takesValue = PLACE_FLAGS.includes(flag) || flag === '--view';
    if (!takesValue && flag !== '--sample') kept.push(args[at]!);
    else if (takesValue && value === undefined) at += 1;
  }
  return [...kept, '--url', url];
}

/**
 * Starts a desk on the help center at `url` on this terminal, which nobody holds now, in place of this process. Nothing
 * of this process is needed any more: it has run its `exit` listeners.
 */
export async function becomeDeskAt({ args, environment }: Shell, url: string, said: SafeText): Promise<void> {
  // The token of this variable is for another help center.
  const { FRONTDESK_TOKEN: _, ...others } = environment;
  const env = { ...others, [HANDED_OVER]: said };
  const again = [...ownCommand(), ...argumentsFor(args, url)];
  try {
    process.execve?.(process.execPath, [process.execPath, ...again], env);
  } catch {
    // Some systems have no such call.
  }
  const child = spawn(process.execPath, again, { stdio: 'inherit', env });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

/** Bun runs the program as an executable alone. */
function ownCommand(): readonly string[] {
  return 'bun' in process.versions ? [] : [...process.execArgv, process.argv[1]!];
}
