import { localSender } from '../../center/auth/administration.ts';
import type { Center } from '../../center/center.ts';
import { checkMailbox, type MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { type Checkers, storedCheckers, usualChecker } from '../../center/mail/in/checked-by.ts';
import type { Site } from '../../center/mail/in/judge/verified.ts';
import { checkLmtp, lmtpSentence } from '../../center/mail/in/lmtp.ts';
import { lmtpAddress } from '../../center/mail/in/lmtp-address.ts';
import type { MailSettings } from '../../center/mail/in/take-mail.ts';
import { checkRelay } from '../../center/mail/out/relay.ts';
import { inboxBySlug } from '../../center/model/mail.ts';
import { listQueue } from '../../center/model/outgoing/by-hand.ts';
import { countSetAside } from '../../center/model/set-aside.ts';
import { mailHome } from '../../center/model/setting.ts';
import { systemUser } from '../../runtime/node-or-bun.ts';
import { counted } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { homeOf, mailSettings } from '../mail.ts';
import { withCenter } from '../open-center.ts';
import type { MailTold } from '../settings/table.ts';
import { cureFor } from '../setup/cures.ts';
import { setUpMail } from '../setup/set-up.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

interface Flags {
  readonly database?: string;
}

interface Line {
  readonly text: string;
  readonly isGood: boolean;
}

function good(text: string): Line {
  return { text, isGood: true };
}

function bad(text: string): Line {
  return { text, isGood: false };
}

function requireMail({ mail }: Shell): MailTold {
  if (!mail) throw new ShellError('The settings file has no table [mail]: nothing of mail is set up.', exitCode.failed);
  return mail;
}

async function placeLine(center: Center, database: string): Promise<Line> {
  const [known, here] = [await center.read(({ db }) => mailHome(db)), homeOf(database)];
  return known === undefined || known === here
    ? good(`Help center ${database}: good, mail comes in here.`)
    : bad(`Help center ${database}: mail is paused, as it is a copy or was moved. Run: frontdesk mail queue resume`);
}

async function inboxLines(center: Center, { mailboxes }: MailSettings): Promise<Line[]> {
  const lines: Line[] = [];
  for (const slug of new Set(mailboxes.flatMap(({ inbox }) => inbox ?? [])))
    if ((await center.read(({ db }) => inboxBySlug(db, slug))) === undefined)
      lines.push(bad(`Inbox ${slug}: there is no inbox with this slug; its mail goes to the default one.`));
  return lines;
}

function mailboxLine({ name, trouble, mails }: MailboxSeen): Line {
  return trouble === undefined
    ? good(`Mailbox ${name}: good, ${counted(mails, t`mail`)} in it.`)
    : bad(`Mailbox ${name}: ${withCure(trouble)}`);
}

/** What helps is said here, where there is room for it. */
function withCure(trouble: string): string {
  return `${trouble} ${cureFor(trouble)}`.trim();
}

async function relayLines({ relay }: MailSettings): Promise<Line[]> {
  if (!relay) return [];
  const { name } = relay.address;
  const trouble = await checkRelay(relay);
  return [
    trouble === undefined
      ? good(`Relay ${name}: good, it lets this machine send.`)
      : bad(`Relay ${name}: ${withCure(`${trouble.replace(/^relay /, 'it ')}.`)}`),
  ];
}

function senderLines(sender: string | undefined): Line[] {
  return sender === undefined ? [] : [good(`Answers go out as: ${sender}; those of others with their names.`)];
}

async function waitingLines(center: Center): Promise<Line[]> {
  const letters = await center.read(({ db }) => listQueue(db));
  if (letters.length === 0) return [];
  const failed = letters.filter(({ state }) => state === 'failed').length;
  const waiting = counted(letters.length - failed, t`mail`);
  return [good(`${waiting} not sent yet, ${failed} failed. To see them: frontdesk mail queue list`)];
}

/** The server that checked most of the newest mails, and how many fields it puts into each, beside the settings. */
function trustLines(mails: readonly Checkers[], site: Site | undefined): Line[] {
  if (mails.length === 0) return [];
  const most = usualChecker(mails);
  if (!most)
    return [
      bad(`authserv_id: none of the newest ${mails.length} mails says that a server checked it: none is verified.`),
    ];
  const name = safeLine(most.name);
  const share = `${most.times} of the newest ${mails.length} mails were checked by ${name}`;
  const { counts } = most;
  const usual = counts[0]!.value;
  const isTold = site?.authservId.toLowerCase() === most.name;
  const fields = isTold ? site.fields : usual;
  const put = `put into [mail]: authserv_id = "${name}"${usual === 1 ? '' : ` and authserv_fields = ${usual}`}`;
  const shares = counts.map(({ value, times }) => `${value} in ${counted(times, t`mail`)}`).join(', ');
  const cure =
    fields === usual
      ? 'Let the server put as many into each mail, and remove those that come in with its name.'
      : `Put into [mail]: authserv_fields = ${usual}`;
  return [
    isTold ? good(`authserv_id: good, ${share}.`) : bad(`authserv_id: ${share}. If that is your mail server, ${put}`),
    ...(counts.every(({ value }) => value === fields)
      ? []
      : [
          bad(
            `authserv_fields: ${name} has ${shares}; mail with another number than ${fields} is not verified. ${cure}`,
          ),
        ]),
  ];
}

/** `frontdesk mail setup`: asks for a mail account and adds it to the settings. */
export async function setUpAccount(shell: Shell, address: string | undefined, flags: Flags): Promise<number> {
  const said = await setUpMail(shell, { address, database: flags.database });
  shell.stdout.write(`${said} Open frontdesk, or start a running one and frontdesk serve again.\n`);
  return exitCode.done;
}

/** `frontdesk mail check`: signs in to each mailbox and to the relay, and says in words what works and what does not. */
export async function checkMail(shell: Shell, flags: Flags = {}): Promise<number> {
  const told = requireMail(shell);
  const database = flags.database ?? told.database;
  const settings = mailSettings(told);
  const seen = await Promise.all(settings.mailboxes.map(checkMailbox));
  const relay = await relayLines(settings);
  const address = settings.lmtp === undefined ? undefined : lmtpAddress(settings.lmtp)!;
  const lmtp = address ? [lmtpSentence(address, await checkLmtp(address))] : [];
  const lines = await withCenter(shell, database, async center => {
    const aside = await center.read(({ db }) => countSetAside(db));
    const inMailboxes = seen.flatMap(({ checkers }) => checkers);
    // The fields of such mailboxes name no server.
    const isNameless = seen.length > 0 && settings.mailboxes.every(({ trustsTopmost }) => trustsTopmost);
    const checked = inMailboxes.length > 0 ? inMailboxes : await center.read(({ db }) => storedCheckers(db));
    return [
      await placeLine(center, databasePath(database)),
      ...(await inboxLines(center, settings)),
      ...seen.map(mailboxLine),
      ...lmtp,
      ...relay,
      ...(settings.relay ? senderLines(await localSender(center, systemUser())) : []),
      ...(isNameless ? [] : trustLines(checked, settings.site)),
      ...(await waitingLines(center)),
      ...(aside > 0
        ? [good(`${counted(aside, t`mail`)} set aside. To read them again: frontdesk mail retry-set-aside`)]
        : []),
    ];
  });
  if (seen.length + lmtp.length === 0) lines.push(bad('Mail comes from nowhere: set up lmtp or a [[mail.mailbox]].'));
  for (const { text } of lines) shell.stdout.write(`${safeLine(text)}\n`);
  return lines.every(({ isGood }) => isGood) ? exitCode.done : exitCode.failed;
}

/** `frontdesk mail retry-set-aside`: reads mails that were set aside once more, for example after an update. */
export function retrySetAside(shell: Shell, flags: Flags): Promise<number> {
  return withCenter(shell, flags.database ?? shell.mail?.database, async center => {
    const { createMailReader } = await import('../../center/intake/mail-reader.ts');
    const { readSetAsideAgain } = await import('../../center/mail/in/read-again.ts');
    const reader = createMailReader();
    const site = shell.mail && mailSettings(shell.mail).site;
    const mailCenter = { ...center, reader, log: () => undefined, ...(site && { site }) };
    const { read, aside } = await readSetAsideAgain(mailCenter).finally(reader.close);
    for (const { source, reason } of aside)
      shell.stderr.write(`still set aside: ${safeLine(source)}: ${safeLine(reason)}\n`);
    shell.stdout.write(
      `${counted(read, t`mail`)} read again: ${read - aside.length} stored, ${aside.length} still set aside.\n`,
    );
    return aside.length === 0 ? exitCode.done : exitCode.failed;
  });
}
