import * as v from 'valibot';
import { createApiKey, listApiKeys, revokeApiKey } from '../../center/auth/administration.ts';
import type { Center } from '../../center/center.ts';
import { described } from '../../contract/described.ts';
import { Id, line, Timestamp } from '../../contract/schema.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import type { OutputFlags } from '../declared/shared-flags.ts';
import { withCenter } from '../open-center.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

const KeyName = v.pipe(line(1, 120), v.regex(/\D/));

type Flags = FlagsOf<'key create'>;

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

/** An API key as it is listed. */
const ApiKey = described({
  id: [Id, 'Its number.'],
  name: [v.string(), 'Its name.'],
  created_at: [Timestamp, 'When it was made.'],
  used_at: [v.nullable(Timestamp), 'When it was last used; null: never.'],
});
type ListedKey = Awaited<ReturnType<typeof listApiKeys>>[number];

function day(at: number | null): SafeText {
  return at === null ? t`never` : safeLine(new Date(at).toISOString().slice(0, 10));
}

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: ListedKey) => t`${id}`, side: 'right' },
  { head: t`NAME`, cell: ({ name }: ListedKey) => safeLine(name), grows: true },
  { head: t`MADE`, cell: ({ createdAt }: ListedKey) => day(createdAt) },
  { head: t`USED`, cell: ({ usedAt }: ListedKey) => day(usedAt) },
] as const;

/** `frontdesk key list`: number, name, dates of creation and last use; never the key itself. */
export function listKeys(shell: Shell, flags: Flags & OutputFlags): Promise<number> {
  return withOutput(shell, flags, ApiKey, output => {
    const print = async (center: Center) => {
      const keys = await listApiKeys(center);
      const rows = keys.map(key => ({ ...key, created_at: key.createdAt, used_at: key.usedAt }));
      return printRows(output, { rows, columns: COLUMNS, empty: t`There are no API keys.` });
    };
    return withCenter(shell, flags.database, print, { orReadOnly: true });
  });
}

/** `frontdesk key revoke`: revokes the key with this number or name at once. */
export function revokeKey(shell: Shell, which: string, flags: Flags & { readonly dryRun?: boolean }): Promise<number> {
  return withCenter(shell, flags.database, async center => {
    const wanted = /^\d{1,15}$/.test(which) ? Number(which) : which;
    const isThere = flags.dryRun
      ? (await listApiKeys(center)).some(({ id, name }) => wanted === id || wanted === name)
      : await revokeApiKey(center, wanted);
    if (!isThere)
      throw new ShellError(`There is no API key ${safeLine(which)}; see: frontdesk key list`, exitCode.failed);
    shell.stdout.write(`The API key ${safeLine(which)} ${flags.dryRun ? 'would be' : 'was'} revoked.\n`);
    return exitCode.done;
  });
}
