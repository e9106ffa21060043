import * as v from 'valibot';
import { createApiKey, listApiKeys, revokeApiKey } from '../../center/auth/administration.ts';
import { line } from '../../contract/schema.ts';
import { safeLine } from '../../text/safe.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

const KeyName = v.pipe(line(1, 120), v.regex(/\D/));

interface Flags {
  readonly database?: string;
}

/** `frontdesk key create`: the key goes to stdout, alone and once; its instructions go to stderr. */
export async function createKey(shell: Shell, name: string, { database }: Flags): Promise<number> {
  if (!v.is(KeyName, name))
    throw new ShellError('A key’s name is 1 to 120 characters on one line, and no number: keys have numbers too.');
  return withCenter(shell, database, async center => {
    if ((await listApiKeys(center)).some(known => known.name === name))
      throw new ShellError(`There is an API key ${safeLine(name)} already. Choose another name.`, exitCode.failed);
    const { token } = await createApiKey(center, name);
    shell.stderr.write('The API key is shown this once. Keep it where only its user can read it.\n');
    shell.stdout.write(`${token}\n`);
    return exitCode.done;
  });
}

function day(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString().slice(0, 10);
}

/** `frontdesk key list`: number, name, dates of creation and last use; never the key itself. */
export function listKeys(shell: Shell, { database }: Flags): Promise<number> {
  return withCenter(shell, database, async center => {
    for (const { id, name, createdAt, usedAt } of await listApiKeys(center)) {
      shell.stdout.write(`${id}\t${safeLine(name)}\tmade ${day(createdAt)}\tused ${day(usedAt)}\n`);
    }
    return exitCode.done;
  });
}

/** `frontdesk key revoke`: revokes the key with this number or name at once. */
export function revokeKey(shell: Shell, which: string, { database }: Flags): Promise<number> {
  return withCenter(shell, database, async center => {
    const isEnded = await revokeApiKey(center, /^\d{1,15}$/.test(which) ? Number(which) : which);
    if (!isEnded)
      throw new ShellError(`There is no API key ${safeLine(which)}; see: frontdesk key list`, exitCode.failed);
    shell.stdout.write(`The API key ${safeLine(which)} was revoked.\n`);
    return exitCode.done;
  });
}
