import { exitCode, ShellError } from '../shell-error.ts';

/** The first line of standard input, without its line break: how a password reaches a command. */
export const firstLine = async (input: NodeJS.ReadableStream, what: string): Promise<string> => {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n') || text.length > 10_000) break;
  }
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line === '') throw new ShellError(`No ${what} came on standard input. Nothing was changed.`, exitCode.usage);
  return line;
};
