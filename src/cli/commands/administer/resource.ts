import type { Client } from '../../../client/client.ts';
import { contract } from '../../../contract/index.ts';
import { type ResourceRow, saveResource } from '../../../state/administration/calls.ts';
import { type ResourceKind, resourceOf } from '../../../state/administration/resources.ts';
import { nearest } from '../../../text/nearest.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { ChangingFlags } from '../../declared/shared-flags.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { eachOf } from './each-of.ts';
import { type OnCenter, onCenter } from './on-center.ts';

/** Runs a command on a resource of the table. It prints that resource, or another one: `[kind, schema]`. */
export function onResource(
  shell: Shell,
  flags: ChangingFlags,
  of: ResourceKind | readonly [ResourceKind, prints: object],
  work: (on: OnCenter) => Promise<number>,
): Promise<number> {
  const [kind, schema] = typeof of === 'string' ? [of, contract[of].list.answer] : of;
  return onCenter(shell, flags, schema, work, resourceOf(kind).isOfTeam ? 'key' : 'agent');
}

/** The rows of a resource that a query finds, read page by page as they are asked for; at most `limit` of them. */
export function eachRow<K extends ResourceKind>(
  client: Client,
  kind: K,
  query = {},
  limit?: number,
): AsyncGenerator<ResourceRow<K>> {
  const { list } = client[kind] as unknown as Client['team'];
  return eachOf(page => list({ query: { ...query, ...page } }), limit) as AsyncGenerator<never>;
}

/** Every one of a resource. */
export function allRows<K extends ResourceKind>(client: Client, kind: K): Promise<readonly ResourceRow<K>[]> {
  return Array.fromAsync(eachRow(client, kind));
}

/** The one of this name. Ends the command if none has it; the sentence begins with `lack`. */
export function requireByName<T>(all: readonly T[], name: string, nameOf: (one: T) => string, lack: string): T {
  const wanted = name.toLowerCase();
  const found = all.find(one => nameOf(one).toLowerCase() === wanted);
  if (found !== undefined) return found;
  const meant = nearest(name, all.map(nameOf));
  const hint = meant === undefined ? '' : ` Did you mean ${safeLine(meant)}?`;
  throw new ShellError(`${lack} ${safeLine(name)}.${hint} Nothing was changed.`, exitCode.failed);
}

/**
 * The row that a word means, by the field that names a resource in the shell; an agent also by a name that no other has.
 * Ends the command if no row fits.
 */
export function rowAt<T extends object>(kind: ResourceKind, rows: readonly T[], word: string): T {
  const [field, lack] = resourceOf(kind).named!;
  const withWord = (key: string) =>
    rows.filter(row => String(row[key as keyof T]).toLowerCase() === word.toLowerCase());
  const [called, ...others] = kind === 'agent' ? withWord('name') : [];
  // An agent can choose a name that is a colleague's address.
  if (called !== undefined && others.length === 0 && withWord(field).length === 0) return called;
  return requireByName(rows, word, row => String(row[field as keyof T]), lack);
}

/** The same, of all rows. */
export async function rowNamed<K extends ResourceKind>(client: Client, kind: K, word: string): Promise<ResourceRow<K>> {
  return rowAt<ResourceRow<K> & object>(kind, await allRows(client, kind), word);
}

/** A change of a row: what is sent, and its words. `shown`: the fields that would change, if not all that is sent. */
interface RowChange {
  readonly body: object;
  readonly done: SafeText;
  readonly shown?: object;
}

/** Changes the row that a word means. */
export function changeNamed<K extends ResourceKind>(
  shell: Shell,
  flags: ChangingFlags,
  kind: K,
  word: string,
  change: (client: Client) => RowChange | Promise<RowChange>,
): Promise<number> {
  return onResource(shell, flags, kind, async ({ client, carryOut }) => {
    const { body, done, shown = body } = await change(client);
    const row: ResourceRow<K> & { readonly id?: number } = await rowNamed(client, kind, word);
    const { noun, called = 'name' } = resourceOf(kind);
    const what = t`${safeLine(noun.charAt(0).toUpperCase() + noun.slice(1))} ${safeLine(String(row[called as 'name']))}`;
    const run = () => saveResource(client, kind, row.id ?? row.name, body);
    return carryOut([{ what, done, row: { ...row, ...shown }, run }]);
  });
}

/** The changes that flags name, without the others. Ends the command if none does. */
export function changedFields<Changes extends object>(changes: Changes): Changes {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (named.length > 0) return Object.fromEntries(named) as Changes;
  throw new ShellError('Nothing was changed: no flag says what to change. See --help.');
}
