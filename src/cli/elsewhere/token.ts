import { NotPrivate, readPrivate } from '../private-file.ts';
import { ShellError } from '../shell-error.ts';

/** The token in a file that only its owner, this user, can read. Throws a sentence if it cannot be used. */
export function tokenInFile(file: string): string {
  const text = orSentence(file, () => readPrivate(file, { isNamed: true }).trim());
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
    if (error instanceof NotPrivate) throw new ShellError(`The token file ${file} ${error.message}`);
    throw new ShellError(`The token file ${file} cannot be read. Check its path and its owner.`);
  }
}
