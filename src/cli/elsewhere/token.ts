import { readFileSync, statSync } from 'node:fs';
import { ShellError } from '../shell-error.ts';

/**
 * The bearer token of a remote help center: from `--token-file`, otherwise from FRONTDESK_TOKEN. Never from an
 * argument, which every process of the machine could read.
 */
export function readToken(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (file === undefined) return sendable(environment.FRONTDESK_TOKEN?.trim() || undefined, 'FRONTDESK_TOKEN');
  const { mode, text } = orSentence(file, () => {
    const found = statSync(file);
    if (found.isDirectory()) throw new ShellError(`${file} is a folder. Name the file in it that holds the token.`);
    return { mode: found.mode, text: readFileSync(file, 'utf8').trim() };
  });
  if (mode & 0o077) {
    throw new ShellError(`The token file ${file} can be read by others. Close it with: chmod 600 ${file}`);
  }
  if (text === '') throw new ShellError(`The token file ${file} is empty.`);
  return sendable(text, file);
}

/** A header allows no other characters; text pasted along with a token contains them. */
function sendable<T extends string | undefined>(token: T, where: string): T {
  if (token === undefined || /^[!-~]+$/.test(token)) return token;
  throw new ShellError(`The token in ${where} contains characters that no token has. Give the token alone.`);
}

function orSentence<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShellError) throw error;
    throw new ShellError(`The token file ${file} cannot be read. Check its path and its owner.`);
  }
}
