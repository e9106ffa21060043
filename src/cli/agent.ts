import { AdministrationError, createAgent as create } from '../center/administration.ts';
import { safeLine } from '../text/safe.ts';
import { withCenter } from './open-center.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';
import { firstLine } from './stdin.ts';

interface AgentFlags {
  readonly role: 'agent' | 'admin';
  readonly database?: string;
}

/** `frontdesk agent create`: the password is the first line of standard input. */
export const createAgent = async (shell: Shell, name: string, email: string, flags: AgentFlags): Promise<number> => {
  const password = await firstLine(shell.stdin, 'password');
  return withCenter(shell, flags.database, async center => {
    const agent = await create(center, { name, email, role: flags.role, password }).catch(refuse);
    shell.stdout.write(
      `Agent ${safeLine(agent.name)} <${safeLine(agent.email)}> was created, with the role ${agent.role}.\n`,
    );
    return exitCode.done;
  });
};

const refuse = (error: unknown): never => {
  if (error instanceof AdministrationError) throw new ShellError(error.message, exitCode.failed);
  throw error;
};
