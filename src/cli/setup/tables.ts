import type { TypedSecret } from './secret.ts';
import { accountUrl, type Servers } from './server.ts';

/** A basic string of TOML; none of the texts has a control character, which JSON would leave as it is. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function secretLine(prefix: string, secret: TypedSecret, passwordFile: string): string {
  if ('password' in secret) return `${prefix}password_file = ${quoted(passwordFile)}`;
  return `${prefix}${secret.setting} = ${quoted(secret.command)}`;
}

/** The tables of an account for the settings file; `passwordFile`: the name of a file beside it. */
export function mailTables(
  { imap, smtp, user }: Servers,
  secret: TypedSecret,
  passwordFile: string,
  database?: string,
): string {
  return [
    '[mail]',
    ...(database === undefined ? [] : [`database = ${quoted(database)}`]),
    `relay = ${quoted(accountUrl('smtp', smtp, user))}`,
    secretLine('relay_', secret, passwordFile),
    '',
    '[[mail.mailbox]]',
    `url = ${quoted(accountUrl('imap', imap, user))}`,
    secretLine('', secret, passwordFile),
    '',
  ].join('\n');
}

/** A settings file with tables added to its end, and with a file of further authorities at its head if it needs one. */
export function withTables(before: string, tables: string, caFile?: string): string {
  const head = caFile === undefined ? before : `ca_file = ${quoted(caFile)}\n${before}`;
  if (head === '') return tables;
  return `${head}${head.endsWith('\n') ? '' : '\n'}\n${tables}`;
}
