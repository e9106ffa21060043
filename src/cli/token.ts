import { readFileSync, statSync } from 'node:fs';
import { ShellError } from './shell-error.ts';

/**
 * The bearer token of a help center elsewhere: from `--token-file`, else from FRONTDESK_TOKEN.
 * Never from an argument: every process of the machine could read it there.
 */
export const readToken = (file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined => {
  if (file === undefined) return environment.FRONTDESK_TOKEN?.trim() || undefined;
  const mode = fileMode(file);
  if (mode & 0o077) {
    throw new ShellError(`The token file ${file} can be read by others. Close it with: chmod 600 ${file}`);
  }
  const token = readFileSync(file, 'utf8').trim();
  if (token === '') throw new ShellError(`The token file ${file} is empty.`);
  return token;
};

const fileMode = (file: string): number => {
  try {
    return statSync(file).mode;
  } catch {
    throw new ShellError(`The token file ${file} cannot be read. Check the path.`);
  }
};
