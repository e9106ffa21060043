import { checkMailbox, type MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { checkRelay } from '../../center/mail/out/relay.ts';
import { safeLine } from '../../text/safe.ts';
import { ask } from '../ask.ts';
import { mailSettings } from '../mail.ts';
import { writePrivate } from '../private-file.ts';
import { readSettings } from '../settings/read.ts';
import type { MailTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { cureFor } from './cures.ts';
import { refuse } from './refuse.ts';
import { type Secret, typedSecret } from './secret.ts';

/** How often a password may be typed: with the other questions six at most. */
const MAX_TRIES = 2;

const QUESTION = 'Password (or ! and a command that prints it, or !! and one that prints a token): ';

interface Candidate {
  /** The settings file as it would be with this secret. */
  readonly settings: (secret: Secret) => string;
  readonly passwordPath: string;
}

/**
 * Asks for the secret until mailbox and relay take it. Returns what was seen in the mailbox. Throws the refusals, with
 * what helps; a password may be in its file by then.
 */
export async function signIn(
  shell: Shell,
  { settings, passwordPath }: Candidate,
): Promise<{ secret: Secret; seen: MailboxSeen }> {
  for (let tries = 1; ; tries += 1) {
    const secret = typedSecret(await ask(shell, QUESTION, { isSecret: true }));
    if (!secret) refuse('No password was typed.');
    if ('password' in secret) writePrivate(passwordPath, `${secret.password}\n`);
    const { mailboxes, relay: account } = mailSettings(await toldBy(shell, settings(secret)));
    const [seen, relay] = await Promise.all([checkMailbox(mailboxes[0]!), checkRelay(account!)]);
    const refusals = [...(seen.trouble ? [seen.trouble] : []), ...(relay === undefined ? [] : [`Sending: ${relay}.`])];
    if (refusals.length === 0) return { secret, seen };
    const said = refusals.map(each => safeLine(`${each} ${cureFor(each)}`.trim())).join('\n');
    if (tries === MAX_TRIES) refuse(said);
    shell.stderr.write(`${said}\n`);
  }
}

/** The section about mail of a settings file with this text. */
async function toldBy({ environment, profile }: Shell, text: string): Promise<MailTold> {
  const { mail, faults } = await readSettings(environment, { profile, isKnown: () => true }, text);
  if (!mail?.mailboxes.length || mail.relay === undefined)
    return refuse(`The settings cannot be added to: ${faults.join(' ')}`);
  return mail;
}
