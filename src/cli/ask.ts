import type { SafeText } from '../text/safe.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/** The exit code after Ctrl-C, as shells have it. */
const INTERRUPTED = 130;

interface AskOptions {
  /** Nothing that is typed is shown. */
  readonly isSecret?: boolean;
}

/**
 * Asks a person on the terminal for one line. Throws a sentence if they interrupt it, or end the input without a line.
 */
export async function promptLine(
  { stdin, stderr }: Pick<Shell, 'stdin' | 'stderr'>,
  question: string,
  { isSecret = false }: AskOptions = {},
): Promise<string> {
  const { createInterface } = await import('node:readline');
  const { Writable } = await import('node:stream');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? nowhere : stderr, terminal: true, historySize: 0 });
  if (isSecret) stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      lines.once('SIGINT', () => reject(new ShellError('Nothing was changed.', INTERRUPTED)));
      lines.once('close', () => reject(new ShellError('The input has ended. Nothing was changed.')));
      lines.question(isSecret ? '' : question, resolve);
    });
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}

/** Asks a question on the terminal. Returns whether the answer is “yes”. */
export async function askYes(shell: Pick<Shell, 'stdin' | 'stderr'>, question: SafeText): Promise<boolean> {
  return (await promptLine(shell, `${question} Type yes: `)).trim().toLowerCase() === 'yes';
}

const NOBODY_ASKED = 'There is no terminal to ask on. Nothing was changed. Add --yes to do it.';

/** Asks a person on the terminal, who must answer with “yes”. Ends the command otherwise, and if there is no terminal. */
export async function confirm(shell: Shell, question: SafeText): Promise<void> {
  if (!shell.stdin.isTTY) throw new ShellError(NOBODY_ASKED);
  if (!(await askYes(shell, question))) throw new ShellError('Nothing was changed.', exitCode.failed);
}

/**
 * Asks a person on the terminal to type a text, so that no slip causes an irreversible change. Ends as `confirm` does.
 */
export async function confirmTyped(shell: Shell, question: SafeText, expected: SafeText): Promise<void> {
  if (!shell.stdin.isTTY) throw new ShellError(NOBODY_ASKED);
  const typed = await promptLine(shell, `${question} ${expected}: `);
  if (typed.trim().toLowerCase() !== expected.toLowerCase())
    throw new ShellError('Nothing was changed.', exitCode.failed);
}
