import { open } from 'node:fs/promises';

/** A password file cannot be used; the message says why, for a person. */
export class NoPassword extends Error {}

const MAX_BYTES = 4_096;

function reasonOf(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no password file ${path}.`;
  if (code === 'EACCES' || code === 'EPERM') return `The password file ${path} may not be read by this user.`;
  if (code === 'EISDIR') return `${path} is a folder. Name the file in it that holds the password.`;
  return `The password file ${path} cannot be read (${code ?? 'unknown error'}).`;
}

/**
 * The password in a file, without the line break at its end. It is read anew each time, so that a changed one counts.
 * Throws `NoPassword`, whose message never contains the password.
 */
export async function readPassword(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { mode, uid } = await file.stat();
      if (uid !== (process.geteuid?.() ?? uid))
        throw new NoPassword(`The password file ${path} belongs to another user. Make it your own.`);
      if (mode & 0o077) throw new NoPassword(`The password file ${path} can be read by others: chmod 600 ${path}`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      const password = buffer.toString('utf8', 0, bytesRead).replace(/\r?\n$/, '');
      if (password === '') throw new NoPassword(`The password file ${path} is empty.`);
      if (/[\0\r\n]/.test(password)) throw new NoPassword(`The password file ${path} has more than one line.`);
      return password;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof NoPassword ? error : new NoPassword(reasonOf(path, error));
  }
}
