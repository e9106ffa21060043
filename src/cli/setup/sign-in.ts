import { resolve } from 'node:path';
import { checkMailbox, type MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { checkRelay } from '../../center/mail/out/relay.ts';
import { safeLine } from '../../text/safe.ts';
import { promptLine } from '../ask.ts';
import { mailSettings } from '../mail.ts';
import { homeFolder } from '../paths.ts';
import { writePrivate } from '../private-file.ts';
import { readSettings } from '../settings/read.ts';
import type { MailTold } from '../settings/table.ts';
import { trustAuthorities } from '../settings/trust-authorities.ts';
import type { Shell } from '../shell.ts';
import { cureFor, isCertificateRefusal, isUnreached } from './cures.ts';
import { RECENT_DAYS } from './first-mail.ts';
import { endSetup } from './refuse.ts';
import { type TypedSecret, typedSecret } from './secret.ts';

/** How often a password may be typed. */
const MAX_TRIES = 2;

const TRY_AGAIN = 'Press Enter to try again: ';
const QUESTION = 'Password (or ! and a command that prints it, or !! and one that prints a token): ';

interface Candidate {
  /** The settings file as it would be with this secret, and a file of further authorities. */
  readonly settings: (secret: TypedSecret, caFile: string | undefined) => string;
  readonly passwordPath: string;
}

/**
 * Asks for the secret until mailbox and relay take it or no other one can help, and for an authority if a certificate
 * is refused. Returns the new settings file, and the state of the mailbox. Throws the refusals, with remedies; a
 * password may be in its file by then.
 */
export async function askMailSecret(
  shell: Shell,
  { settings, passwordPath }: Candidate,
): Promise<{ text: string; seen: MailboxSeen }> {
  let caFile: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const secret = typedSecret(await promptLine(shell, QUESTION, { isSecret: true }));
    if (!secret) endSetup('No password was typed.');
    if ('password' in secret) writePrivate(passwordPath, `${secret.password}\n`);
    for (;;) {
      const text = settings(secret, caFile);
      const { seen, refusals } = await tried(await toldBy(shell, text), shell.now());
      if (refusals.length === 0) return { text, seen };
      const isUntrusted = refusals.some(isCertificateRefusal);
      const said = refusals.map(each => safeLine(`${each} ${isUntrusted ? '' : cureFor(each)}`.trim())).join('\n');
      if (!isUntrusted && (tries === MAX_TRIES || refusals.some(isUnreached))) endSetup(said);
      shell.stderr.write(`${said}\n`);
      if (!isUntrusted) break;
      caFile = (await askAuthority(shell)) ?? caFile;
    }
  }
}

/** The state of the mailbox, and the sentences with which mailbox and relay refuse. */
async function tried(mail: MailTold, now: number): Promise<{ seen: MailboxSeen; refusals: readonly string[] }> {
  const { mailboxes, relay: account } = mailSettings(mail);
  const first = { now, days: RECENT_DAYS };
  const [seen, relay] = await Promise.all([checkMailbox(mailboxes[0]!, first), checkRelay(account!)]);
  const sending = relay?.replace(/^(?:relay|certificate|name) /, 'the $&');
  const refusals = [
    ...(seen.trouble ? [seen.trouble] : []),
    ...(sending === undefined ? [] : [`Sending: ${sending}.`]),
  ];
  return { seen, refusals };
}

/** The section about mail of a settings file with this text. */
async function toldBy({ environment, profile }: Shell, text: string): Promise<MailTold> {
  const { mail, faults } = await readSettings(environment, { profile, isKnown: () => true }, text);
  if (!mail?.mailboxes.length || mail.relay === undefined)
    return endSetup(`The settings cannot be added to: ${faults.join(' ')}`);
  return mail;
}

/**
 * Asks for a file with the authority of a server whose certificate is refused, until one can be used, and trusts it.
 * Returns its path; undefined if the server was put right, or the file that the settings name.
 */
async function askAuthority(shell: Shell): Promise<string | undefined> {
  for (;;) {
    const named = shell.caFile;
    const where = named === undefined ? 'name a file (PEM) with its authority here' : `add its authority to ${named}`;
    shell.stderr.write(`No password was sent there. Put the certificate right, or ${where}.\n`);
    const typed = (await promptLine(shell, named === undefined ? 'File, or nothing to try again: ' : TRY_AGAIN)).trim();
    const file = named ?? (typed === '' ? undefined : resolve(typed.replace(/^~(?=\/)/, homeFolder())));
    const fault = file === undefined ? undefined : await trustAuthorities(file);
    if (fault === undefined) return named === undefined ? file : undefined;
    shell.stderr.write(`${fault}\n`);
  }
}
