import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Center } from '../center/center.ts';
import { databasePlace } from '../center/database/open.ts';
import { isPostgres } from '../center/database/postgres/address.ts';
import type { MailIn, MailSettings } from '../center/mail/in/take-mail.ts';
import { relayAddress } from '../center/mail/out/relay-address.ts';
import { type AccountSignIn, NoPassword } from '../center/mail/sign-in.ts';
import type { LeaseOwner } from '../center/model/lease.ts';
import type { MailOutSettings } from '../center/model/outgoing/mail-out.ts';
import { safeLine } from '../text/safe.ts';
import { databasePath } from './database-path.ts';
import { isSurelyEnded, ownMark } from './process-mark.ts';
import { allSettings, type MailTold } from './settings/table.ts';

/** At most this many characters of a failing command's words are shown. */
const MAX_SAID = 200;

/** The settings that say how an account signs in. */
interface WaysIn {
  readonly password_file?: string | undefined;
  readonly password_command?: string | undefined;
  readonly token_command?: string | undefined;
}

function signInBy({ password_file, password_command, token_command }: WaysIn): AccountSignIn {
  if (password_file !== undefined) return { passwordFile: password_file };
  const [command, isToken] = [token_command ?? password_command, token_command !== undefined];
  if (command === undefined) return {};
  const run = async (stop?: AbortSignal) => {
    const { printedBy } = await import('./secret-command.ts');
    const what = isToken ? 'token' : 'password';
    let said = '';
    const onSaid = (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString('utf8', 0, MAX_SAID);
    };
    const printed = await printedBy(command, { what, environment: process.env, stop, onSaid });
    if ('line' in printed) return printed.line;
    const words = safeLine(said.split('\n', 1)[0]!.trim().slice(0, MAX_SAID));
    const why = words === '' ? '' : ` (it says: ${words})`;
    throw new NoPassword(`The command for the ${what} ${printed.failed}${why}. Run it by hand to see why.`);
  };
  return { command: { isToken, run } };
}

/** The settings file's section about mail, as the center takes it. */
export function mailSettings({ dns, lmtp, mailboxes, relay, ...told }: MailTold): MailSettings {
  return {
    ...(dns !== undefined && { dns }),
    ...(lmtp !== undefined && { lmtp }),
    ...(relay !== undefined && {
      relay: {
        address: relayAddress(relay),
        ...signInBy({
          password_file: told.relay_password_file,
          password_command: told.relay_password_command,
          token_command: told.relay_token_command,
        }),
      },
    }),
    mailboxes: mailboxes.map(({ url, inbox, trust_topmost_field, ...ways }) => ({
      url,
      ...signInBy(ways),
      ...(inbox !== undefined && { inbox }),
      ...(trust_topmost_field && { trustsTopmost: true }),
    })),
  };
}

/** Where a database is, for noticing a copy: PostgreSQL's address, otherwise the machine and the file's real path. */
export function homeOf(database: string): string {
  return isPostgres(database) ? databasePlace(database) : `${hostname()} ${databasePlace(database)}`;
}

/** The place of a database, also of one that is not made yet. */
function placeToBe(database: string): string {
  return isPostgres(database) || existsSync(database) ? databasePlace(database) : resolve(database);
}

/** Whether the settings' mail is for this database. */
function isMeant(told: MailTold, database: string): boolean {
  return placeToBe(databasePath(told.database)) === placeToBe(database);
}

/** How mail is sent from this database; undefined if no relay is set up for it. */
export function mailOutOf(told: MailTold, database: string): MailOutSettings | undefined {
  if (told.relay === undefined || !isMeant(told, database)) return undefined;
  const { send_delay = allSettings.send_delay.default, rating_delay = allSettings.rating_delay.default, quote } = told;
  return {
    sendDelayMs: send_delay * 1_000,
    ratingDelayMs: rating_delay * 1_000,
    ...(quote !== undefined && { quote }),
    publicUrl: told.public_url?.replace(/\/+$/, '') ?? null,
    home: () => homeOf(database),
  };
}

/** The sentence why no mail flows in this database; undefined if it is the one that the settings name. */
export function whyNoMail(told: MailTold, database: string): string | undefined {
  if (isMeant(told, database)) return undefined;
  return `No mail flows here: the settings' [mail] is for ${placeToBe(databasePath(told.database))}, and this is ${databasePlace(database)}.`;
}

/** Whether the owner of a lease has certainly ended. */
export function hasEnded(id: string): boolean {
  return isSurelyEnded(id.slice(id.indexOf(' ') + 1));
}

/** This process, as the owner of leases. */
function ownerHere(): LeaseOwner {
  // Two help centers of one process are two owners.
  return { id: `${randomUUID()} ${ownMark()}`, hasEnded };
}

interface OpenMailOptions {
  readonly center: Center;
  /** The opened database, as told to `openCenter`. */
  readonly database: string | undefined;
  readonly log: (line: string, isNews?: boolean) => void;
  readonly onListening?: (line: string) => void;
  /** A pause after each mail that is sent, in milliseconds. */
  readonly pauseMs?: number;
}

/** Starts taking mail into an open help center, if the settings are for it. */
export async function startMail(
  told: MailTold,
  { center, database, ...listeners }: OpenMailOptions,
): Promise<MailIn | undefined> {
  const at = databasePath(database);
  const reason = whyNoMail(told, at);
  if (reason !== undefined) {
    listeners.log(reason);
    return undefined;
  }
  const { takeMail } = await import('../center/mail/in/take-mail.ts');
  return takeMail(center, { settings: mailSettings(told), owner: ownerHere(), home: homeOf(at), ...listeners });
}
