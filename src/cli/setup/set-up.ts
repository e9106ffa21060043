import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureLocalAdmin } from '../../center/auth/administration.ts';
import { checkMailbox, type MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { usualChecker } from '../../center/mail/in/checked-by.ts';
import { checkRelay } from '../../center/mail/out/check-relay.ts';
import { createClient } from '../../client/client.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { ask, askYes } from '../ask.ts';
import { mailSettings } from '../mail.ts';
import { withCenter } from '../open-center.ts';
import { makeFolder } from '../paths.ts';
import { NotPrivate, writePrivate } from '../private-file.ts';
import { readSettings, settingsPath } from '../settings/read.ts';
import type { MailTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { systemUser } from '../system-user.ts';
import { cureFor } from './cures.ts';
import { discover } from './discover.ts';
import { type Network, ownNetwork } from './network.ts';
import { type Secret, typedSecret } from './secret.ts';
import { isWithin, type Server, type Servers, typedServer } from './server.ts';
import { addition, mailTables, type Trusted } from './tables.ts';

interface SetUpOptions {
  readonly address?: string | undefined;
  /** The help center that mail is for, as the settings or a flag name it. */
  readonly database: string | undefined;
  readonly network?: Network;
}

/** How often a password may be typed: with the other questions six at most. */
const MAX_TRIES = 2;
/** So many senders' mails must agree before a server is proposed: one sender could have written its field. */
const MIN_SENDERS = 2;

function refuse(sentence: string): never {
  throw new ShellError(`${sentence} Nothing was changed.`, exitCode.failed);
}

/**
 * Asks for a mail account, signs in to it, and adds it to the settings file. Returns what was done, as sentences. Throws
 * a sentence if something keeps it; then the file is as it was.
 */
export async function setUpMail(
  shell: Shell,
  { address, database, network = ownNetwork }: SetUpOptions,
): Promise<SafeText> {
  const path = settingsPath(shell.environment);
  if (!shell.stdin.isTTY) refuse('This asks questions, which needs a terminal.');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (shell.mail)
    refuse(`${path} has a table [mail] already. Add to it by hand, and see what works: frontdesk mail check.`);
  const account = readAddress(address ?? (await ask(shell, 'Mail address of the help center: ')));
  const name = (await ask(shell, 'Your name, as customers see it (empty: as it is): ')).trim();
  const servers = await serversOf(shell, network, account);
  makeFolder(dirname(path), 'FRONTDESK_CONFIG');
  const file = `${account}.password`;
  const passwordPath = join(dirname(path), file);
  if (existsSync(passwordPath)) refuse(`${passwordPath} is there already. Move it away first.`);
  try {
    const { secret, seen } = await signIn(shell, servers, { before, file, passwordPath });
    const trusted = await trustedOf(shell, seen);
    if (name !== '') await rename(shell, database, name);
    appendFileSync(path, addition(before, mailTables(servers, secret, file, trusted)), { mode: 0o600 });
    return t`Signed in: ${counted(seen.mails, t`mail`)} in the mailbox. ${safeLine(account)} is in ${safeLine(path)} now.`;
  } catch (error) {
    rmSync(passwordPath, { force: true });
    if (error instanceof NotPrivate) refuse(`${passwordPath} ${error.message}.`);
    throw error;
  }
}

function readAddress(typed: string): string {
  const address = typed.trim();
  if (/^[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,9}$/i.test(address)) return address;
  return refuse(`${safeLine(address)} is no address of a mailbox, such as help@shop.example.`);
}

function named({ host, port, isTls }: Server): SafeText {
  return t`${safeLine(host)}, port ${port} with ${isTls ? t`TLS` : t`STARTTLS`}`;
}

/** The servers that were found, confirmed if they are others' than the domain's; otherwise those that are typed. */
async function serversOf(shell: Shell, network: Network, address: string): Promise<Servers> {
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase();
  const found = await discover(network, address);
  if (!found) {
    shell.stderr.write(`Nothing names the mail servers of ${domain}.\n`);
    return typedServers(await ask(shell, 'Its servers for IMAP and SMTP, with a space between: '), address);
  }
  const { imap, smtp, where } = found;
  shell.stderr.write(`Found ${safeLine(where)}:\n  IMAP ${named(imap)}\n  SMTP ${named(smtp)}\n`);
  const foreign = [imap, smtp].filter(server => !isWithin(domain, server)).map(({ host }) => host);
  if (foreign.length === 0) return found;
  const hosts = [...new Set(foreign)].join(' and ');
  shell.stderr.write(`${hosts} is not of ${domain}. The password goes there: is that your provider?\n`);
  const answer = (await ask(shell, 'Type yes, or the right servers for IMAP and SMTP: ')).trim();
  return answer.toLowerCase() === 'yes' ? found : typedServers(answer, address);
}

function typedServers(typed: string, address: string): Servers {
  const [first = '', second = '', ...more] = typed.trim().split(/[\s,]+/);
  const [imap, smtp] = [typedServer('imap', first), typedServer('smtp', second)];
  if (imap && smtp && more.length === 0) return { imap, smtp, user: address, where: 'as typed' };
  return refuse('These are not two servers, such as: imap.shop.example smtp.shop.example:465');
}

interface Candidate {
  readonly before: string;
  readonly file: string;
  readonly passwordPath: string;
}

/** Asks for the secret until both servers take it. Throws the refusals with what helps. */
async function signIn(
  shell: Shell,
  servers: Servers,
  { before, file, passwordPath }: Candidate,
): Promise<{ secret: Secret; seen: MailboxSeen }> {
  for (let tries = 1; ; tries += 1) {
    const secret = typedSecret(await ask(shell, 'Password: ', { isSecret: true }));
    if (!secret) refuse('No password was typed.');
    if ('password' in secret) writePrivate(passwordPath, `${secret.password}\n`);
    const settings = mailSettings(
      await toldBy(shell, `${before}${addition(before, mailTables(servers, secret, file))}`),
    );
    const [seen, relay] = await Promise.all([checkMailbox(settings.mailboxes[0]!), checkRelay(settings.relay!)]);
    const refusals = [seen.trouble, relay === undefined ? undefined : `The ${relay}.`].filter(Boolean) as string[];
    if (refusals.length === 0) return { secret, seen };
    const said = refusals.map(each => safeLine([each, cureFor(each)].join(' ').trim())).join('\n');
    if (tries === MAX_TRIES) refuse(said);
    shell.stderr.write(`${said}\n`);
  }
}

/** The section about mail of a settings file with this text. */
async function toldBy({ environment, profile }: Shell, text: string): Promise<MailTold> {
  const { mail, faults } = await readSettings(environment, { profile, isKnown: () => true }, text);
  if (!mail?.mailboxes.length || mail.relay === undefined) refuse(`The settings cannot be added: ${faults.join(' ')}`);
  return mail;
}

/** The server whose checks count, if several senders' mails agree about it and the person confirms it. */
async function trustedOf(shell: Shell, { checkers, senders }: MailboxSeen): Promise<Trusted | undefined> {
  const once = checkers.filter((_, at) => senders.indexOf(senders[at]!) === at);
  const usual = usualChecker(once);
  if (!usual || usual.times < MIN_SENDERS) {
    shell.stderr.write(
      'No server has checked mails of several senders: none is verified yet (frontdesk mail check).\n',
    );
    return undefined;
  }
  const name = safeLine(usual.name);
  shell.stderr.write(`${usual.times} of the newest ${once.length} senders were checked by ${name}.\n`);
  const isOwn = await askYes(shell, t`Is that your mail server, whose checks verify senders?`);
  return isOwn ? { name: usual.name, fields: usual.counts[0]!.value } : undefined;
}

/** Gives the agent of this machine's desk the name that customers read. */
function rename(shell: Shell, database: string | undefined, name: string): Promise<void> {
  return withCenter(shell, database, async center => {
    const { token } = await ensureLocalAdmin(center, systemUser());
    const client = createClient({ baseUrl: 'http://embedded', token: () => token, answer: center.answer });
    await client.session.updateMe({ body: { name } });
  });
}
