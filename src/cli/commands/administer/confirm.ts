import type { SafeText } from '../../../text/safe.ts';
import { askYes } from '../../ask.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** Asks a person on the terminal, who must answer with “yes”. Ends the command otherwise, and if there is no terminal. */
export async function confirm(shell: Shell, question: SafeText): Promise<void> {
  if (!shell.stdin.isTTY) throw new ShellError('Nobody can be asked here. Nothing was changed. Add --yes to do it.');
  if (!(await askYes(shell, question))) throw new ShellError('Nothing was changed.', exitCode.failed);
}
