import { readFileSync, statSync } from 'node:fs';
import { ShellError } from '../shell-error.ts';

/** The token in a file that only its owner can read. Throws a sentence if it cannot be used. */
export function tokenInFile(file: string): string {
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

/** The token as it is: a header allows no other characters, and text pasted along with a token contains them. */
export function sendable(token: string, where: string): string {
  if (/^[!-~]+$/.test(token)) return token;
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
