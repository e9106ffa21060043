import type { Secret } from './secret.ts';
import { accountUrl, type Servers } from './server.ts';

/** The server whose checks count, and how many fields it puts into each mail. */
export interface Trusted {
  readonly name: string;
  readonly fields: number;
}

/** A basic string of TOML; none of the texts has a control character, which JSON would leave as it is. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function secretLine(prefix: string, secret: Secret, passwordFile: string): string {
  if ('password' in secret) return `${prefix}password_file = ${quoted(passwordFile)}`;
  return `${prefix}${secret.setting} = ${quoted(secret.command)}`;
}

/** The tables of an account for the settings file; `passwordFile`: the name of a file beside it. */
export function mailTables(
  { imap, smtp, user }: Servers,
  secret: Secret,
  passwordFile: string,
  { database, trusted }: { readonly database?: string | undefined; readonly trusted?: Trusted | undefined } = {},
): string {
  return [
    '[mail]',
    ...(database === undefined ? [] : [`database = ${quoted(database)}`]),
    `relay = ${quoted(accountUrl('smtp', smtp, user))}`,
    secretLine('relay_', secret, passwordFile),
    ...(trusted ? [`authserv_id = ${quoted(trusted.name)}`] : []),
    ...(trusted && trusted.fields > 1 ? [`authserv_fields = ${trusted.fields}`] : []),
    '',
    '[[mail.mailbox]]',
    `url = ${quoted(accountUrl('imap', imap, user))}`,
    secretLine('', secret, passwordFile),
    '',
  ].join('\n');
}

/** What is put behind a settings file to add tables to it. */
export function addition(before: string, tables: string): string {
  if (before === '') return tables;
  return `${before.endsWith('\n') ? '' : '\n'}\n${tables}`;
}
