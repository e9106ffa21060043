import { safeLine } from '../../../text/safe.ts';
import { ask } from '../../ask.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { firstLines } from '../../stdin-lines.ts';

/**
 * A new password for the agent with this address: typed twice on a terminal without being shown, otherwise the first line
 * of standard input. Ends the command if there is none.
 */
export async function readPassword(shell: Shell, email: string): Promise<string> {
  if (!shell.stdin.isTTY) {
    const [line = ''] = await firstLines(shell.stdin, 1);
    if (line !== '') return line;
    throw new ShellError('No password came on standard input. Nothing was changed.');
  }
  const isSecret = true;
  const password = await ask(shell, `New password of ${safeLine(email)}: `, { isSecret });
  const again = await ask(shell, 'The same again: ', { isSecret });
  if (password === again && password !== '') return password;
  throw new ShellError(`${password === '' ? 'No password was typed' : 'The two differ'}. Nothing was changed.`);
}
