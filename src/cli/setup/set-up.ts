import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { promptLine } from '../ask.ts';
import { databasePath } from '../database-path.ts';
import { withClient } from '../elsewhere/with-client.ts';
import { makeFolder } from '../paths.ts';
import { NotPrivate, writePrivate } from '../private-file.ts';
import { readSettings, settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import { askServers } from './ask-servers.ts';
import { keepBeginning, wantsRecent } from './first-mail.ts';
import { ownNetwork } from './network.ts';
import { endSetup } from './refuse.ts';
import { askMailSecret } from './sign-in.ts';
import { mailTables, withTables } from './tables.ts';

interface SetUpOptions {
  readonly address?: string | undefined;
  /** The help center that mail is for, as a flag or the settings name it. */
  readonly database: string | undefined;
}

/**
 * Asks for a mail account, signs in to it, and adds it to the settings file. Returns a report, as sentences. Throws a
 * sentence if that is not possible; then the file is as it was.
 */
export async function setUpMail(shell: Shell, { address, database }: SetUpOptions): Promise<SafeText> {
  const path = settingsPath(shell.environment);
  if (!shell.stdin.isTTY) endSetup('This asks questions, which needs a terminal.');
  if (shell.mail)
    endSetup(`${path} has a table [mail] already. Add to it by hand, and see what works: frontdesk mail check.`);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const account = readAddress(address ?? (await promptLine(shell, 'Mail address of the help center: ')));
  const name = (await promptLine(shell, 'Your name, as customers see it (empty: as it is): ')).trim();
  const servers = await askServers(shell, ownNetwork, account);
  makeFolder(dirname(path), 'FRONTDESK_CONFIG');
  const file = `${account}.password`;
  const passwordPath = join(dirname(path), file);
  if (existsSync(passwordPath)) endSetup(`${passwordPath} is there already. Move it away first.`);
  const own = await databaseLine(shell, database);
  const settings: Parameters<typeof askMailSecret>[1]['settings'] = (secret, caFile) =>
    withTables(before, mailTables(servers, secret, file, own), caFile);
  try {
    const { text, seen } = await askMailSecret(shell, { settings, passwordPath });
    const isRecentWanted = await wantsRecent(shell, seen);
    writePrivate(existsSync(path) ? realpathSync(path) : path, text);
    const unbegun = await keepBeginning(shell, database, seen, isRecentWanted);
    const unnamed = name === '' ? t`` : await rename(shell, database, name);
    const taken = isRecentWanted ? t`, ${grouped(seen.begins!.recent!.mails)} taken now` : t``;
    return t`Signed in: ${counted(seen.mails, t`mail`)} in the mailbox${taken}. ${safeLine(account)} is in ${safeLine(path)} now.${unbegun}${unnamed}`;
  } catch (error) {
    rmSync(passwordPath, { force: true });
    if (error instanceof NotPrivate) endSetup(`${passwordPath} ${error.message}.`);
    const { code, syscall, path: failed = path } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) endSetup(`${failed} cannot be written (${code}).`);
    throw error;
  }
}

function readAddress(typed: string): string {
  const address = typed.trim();
  if (/^[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,9}$/i.test(address)) return address;
  return endSetup(`${safeLine(address)} is not an address of a mailbox, such as help@shop.example.`);
}

/** The line of `[mail]` about the help center; undefined if the settings mean that one without it. */
async function databaseLine({ environment }: Shell, database: string | undefined): Promise<string | undefined> {
  const { flags } = await readSettings(environment);
  const [meant, wanted] = [flags.database as string | undefined, database].map(one => resolve(databasePath(one)));
  return meant === wanted ? undefined : database;
}

/** Gives the agent of this machine's desk the name that customers read. Returns why not, as a sentence behind another. */
function rename(shell: Shell, database: string | undefined, name: string): Promise<SafeText> {
  const here = { database: databasePath(database) };
  return withClient(shell, here, async ({ client }) => {
    await client.session.updateMe({ body: { name } });
    return t``;
  }).catch((error: Error) => t` Your name stays as it was: ${safeLine(error.message)}`);
}
