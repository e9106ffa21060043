import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownCommand } from '../../runtime/node-or-bun.ts';
import type { Host } from '../../state/host.ts';
import type { SafeText } from '../../text/safe.ts';
import { flagWords } from '../settings/flags.ts';
import { SETTINGS } from '../settings/table.ts';
import type { Shell } from '../shell.ts';

/** The flags that say where a desk works, or on which list; the others hold for another help center too. */
const PLACE_FLAGS = SETTINGS.flatMap(([name, setting]) =>
  setting.place === 'chooses' ? flagWords(name, setting) : [],
);

/** The notice that a desk shows first after another one has handed over to it. */
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

/** A desk that can end on a terminal that can be lent. */
interface Leaving {
  /** Gives the terminal away until `run` is over. */
  readonly lend: (run: () => Promise<void>) => Promise<void>;
  /** Ends the desk and its connection, as when the agent quits. */
  readonly end: () => Promise<void>;
}

/** Returns the hook that ends this desk and starts one elsewhere on the same terminal, in place of this process. */
export function handsOver(shell: Shell, { lend, end }: Leaving): NonNullable<Host['handOver']> {
  return (url, said) => lend(() => becomeDesk(shell, end, argumentsFor(shell.args, url), said));
}

/**
 * Returns the hook that asks for a mail account on the terminal of this desk, and then starts the desk again in place
 * of this process, so that mail flows in it. None if there is no terminal, or mail is set up.
 */
export function setsUpMail(
  shell: Shell,
  { lend, end }: Leaving,
  setUp: (() => Promise<SafeText>) | undefined,
): Pick<Host, 'setUpMail'> {
  if (!setUp || shell.mail) return {};
  return { setUpMail: () => lend(async () => becomeDesk(shell, end, shell.args, await setUp())) };
}

/** Ends this desk and starts one on its terminal, which is free now. Nothing of this process is needed any more. */
async function becomeDesk(
  { environment }: Shell,
  end: Leaving['end'],
  args: readonly string[],
  said: SafeText,
): Promise<void> {
  await end();
  // The next desk finds everything as after an ordinary end.
  process.emit('exit', 0);
  // Another help center must not get the token of this variable, and the embedded one needs none.
  const { FRONTDESK_TOKEN: _, ...others } = environment;
  const env = { ...others, [HANDED_OVER]: said };
  const again = [...ownCommand(), ...args];
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
