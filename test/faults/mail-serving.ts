import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapServer } from '../harness/imap-server.ts';
import type { Relay } from '../harness/relay.ts';
import { attachmentsOf } from './people.ts';
import { homeOf, type Serving, startServing } from './serving.ts';
import type { TestDatabase } from './test-database.ts';

/** Mailboxes, a listener and a relay, as they stand in the settings file. */
export interface MailSettings {
  /** Where it listens: a port of this machine or a socket's path. */
  readonly lmtp?: number | string;
  readonly mailboxes?: readonly ({ readonly url: string } & (
    | { readonly password: string }
    | { readonly tokenCommand: string }
  ))[];
  /** The attachments are rows of the database, as by default on PostgreSQL. */
  readonly isInRows?: boolean;
  /** Further keys of `[mail]`, such as `relay`. */
  readonly keys?: Readonly<Record<string, string | number>>;
}

/** The mailbox of the test server. */
export function mailboxOf({ port }: ImapServer): { url: string; password: string } {
  return { url: `imap://agent%40shop.example@127.0.0.1:${port}`, password: 'secret' };
}

/** The address of a test relay. */
export function relayOf({ port }: Pick<Relay, 'port'>): string {
  return `smtp://127.0.0.1:${port}`;
}

/** Waits until a mailbox was seen for the first time: mail that comes to it from then on is taken. */
export async function untilSeen(database: TestDatabase): Promise<void> {
  while ((await database.query('select name from mailbox')).length === 0) await sleep(20);
}

/** Writes the settings file of a home: `[mail]` for this database. */
export function writeMailSettings(
  folder: string,
  database: Pick<TestDatabase, 'kind' | 'location' | 'folder'>,
  { lmtp, mailboxes = [], keys = {}, isInRows = false }: MailSettings,
): void {
  const settings = join(homeOf(folder), 'config', 'frontdesk');
  mkdirSync(settings, { recursive: true, mode: 0o700 });
  const listener = typeof lmtp === 'number' ? `127.0.0.1:${lmtp}` : lmtp;
  const boxes = mailboxes.map((box, at) => {
    const table = ['[[mail.mailbox]]', `url = ${JSON.stringify(box.url)}`];
    if ('tokenCommand' in box) return [...table, `token_command = ${JSON.stringify(box.tokenCommand)}`];
    const file = join(settings, `password-${at}`);
    writeFileSync(file, `${box.password}\n`, { mode: 0o600 });
    return [...table, `password_file = ${JSON.stringify(file)}`];
  });
  const lines = [
    ...(isInRows ? [] : ['[center]', `attachments = ${JSON.stringify(attachmentsOf(database))}`]),
    '[mail]',
    `database = ${JSON.stringify(database.location)}`,
    ...(listener === undefined ? [] : [`lmtp = ${JSON.stringify(listener)}`]),
    ...Object.entries(keys).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    ...boxes.flat(),
  ];
  writeFileSync(join(settings, 'config.toml'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** Starts `frontdesk serve` with mail in a home of its own in `folder`: several on one database have several homes. */
export function startMailServing(
  database: Pick<TestDatabase, 'kind' | 'location' | 'folder'>,
  folder: string,
  mail: MailSettings,
  nodeFlags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
  program?: string,
): Promise<Serving> {
  writeMailSettings(folder, database, mail);
  return startServing({ location: database.location, folder }, nodeFlags, variables, 0, program);
}
