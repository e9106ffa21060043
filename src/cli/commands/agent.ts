import { safeLine } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { withService } from './service.ts';

interface Flags {
  readonly database?: string;
}
export type Role = 'agent' | 'admin';

/** `frontdesk agent create`: the password is the first line of standard input. */
export async function createAgent(
  shell: Shell,
  name: string,
  email: string,
  { role, database }: Flags & { readonly role: Role },
): Promise<number> {
  const password = await firstLine(shell.stdin, 'password');
  await withService(shell, database, client => client.agent.create({ body: { name, email, role, password } }));
  shell.stdout.write(`Agent ${safeLine(name)} <${safeLine(email)}> was created, with the role ${role}.\n`);
  return exitCode.done;
}

/** What `agent disable|enable|role|password` change, and their messages. */
interface AgentChange {
  readonly body: { readonly disabled?: boolean; readonly role?: Role; readonly password?: string };
  readonly said: string;
}

/** Changes the agent with this address. */
export async function changeAgent(
  shell: Shell,
  email: string,
  { body, said }: AgentChange,
  { database }: Flags,
): Promise<number> {
  await withService(shell, database, async client => {
    const { data } = await client.agent.list({});
    const agent = data.find(known => known.email.toLowerCase() === email.toLowerCase());
    if (!agent)
      throw new ShellError(`No agent has the address ${safeLine(email)}. Nothing was changed.`, exitCode.failed);
    await client.agent.update({ params: { agent_id: agent.id }, body });
  });
  shell.stdout.write(`Agent ${safeLine(email)} ${said}\n`);
  return exitCode.done;
}

/** `frontdesk agent password`: the new one is the first line of standard input; the agent's tokens are revoked. */
export async function setPassword(shell: Shell, email: string, flags: Flags): Promise<number> {
  const password = await firstLine(shell.stdin, 'password');
  return changeAgent(shell, email, { body: { password }, said: 'has a new password; their tokens have ended.' }, flags);
}

/** The first line of standard input, without its line break: the way a password reaches a command. */
async function firstLine(input: NodeJS.ReadableStream, what: string): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n') || text.length > 10_000) break;
  }
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line === '') throw new ShellError(`No ${what} came on standard input. Nothing was changed.`, exitCode.usage);
  return line;
}
