import { localSender } from '../../center/auth/administration.ts';
import type { Center } from '../../center/center.ts';
import { checkMailbox, type MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { createNewestChecker, NEWEST } from '../../center/mail/in/check-newest.ts';
import { type Verification, WHY_NOT } from '../../center/mail/in/judge/verified.ts';
import { checkLmtp, lmtpSentence } from '../../center/mail/in/lmtp.ts';
import { lmtpAddress } from '../../center/mail/in/lmtp-address.ts';
import type { MailSettings } from '../../center/mail/in/take-mail.ts';
import { checkRelay } from '../../center/mail/out/relay.ts';
import { inboxBySlug, newestLiveMails } from '../../center/model/mail.ts';
import { mailboxPlaces } from '../../center/model/mailbox.ts';
import { listQueue } from '../../center/model/outgoing/by-hand.ts';
import { countSetAside } from '../../center/model/set-aside.ts';
import { mailHome } from '../../center/model/setting.ts';
import { systemUser } from '../../runtime/node-or-bun.ts';
import { olderWords } from '../../state/mail/lines.ts';
import { counted } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { homeOf, mailSettings } from '../mail.ts';
import { withCenter } from '../open-center.ts';
import type { MailTold } from '../settings/table.ts';
import { cureFor } from '../setup/cures.ts';
import { setUpMail } from '../setup/set-up.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

type Flags = FlagsOf<'mail check'>;

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

function mailboxLine({ name, trouble, mails }: MailboxSeen, older: number): Line {
  const left = older === 0 ? '' : ` ${olderWords(older)}.`;
  return trouble === undefined
    ? good(`Mailbox ${name}: good, ${counted(mails, t`mail`)} in it.${left}`)
    : bad(`Mailbox ${name}: ${withCure(trouble)}`);
}

/** The remedy is named here, where there is room for it. */
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

/** How many of the newest mails are verified, and of the others why not. */
function trustLine(place: string, mails: readonly Verification[]): Line[] {
  if (mails.length === 0) return [];
  const whyNot = mails.flatMap(one => (one.isVerified ? [] : one.why));
  const reasons = [...Map.groupBy(whyNot, why => why)].sort(([, a], [, b]) => b.length - a.length);
  const others = reasons.map(([why, { length }]) => ` ${length}: ${WHY_NOT[why]}.`).join('');
  const verified = mails.length - whyNot.length;
  const text = `Senders ${place}: ${verified} of the newest ${counted(mails.length, t`mail`)} verified.${others}`;
  return [whyNot.includes('dns') ? bad(text) : good(text)];
}

async function trustLines(center: Center, seen: readonly MailboxSeen[], { dns, lmtp }: MailSettings): Promise<Line[]> {
  const checker = createNewestChecker(dns);
  try {
    const lines: Line[] = [];
    for (const { name, newest } of seen) lines.push(...trustLine(`in mailbox ${name}`, await checker.check(newest)));
    if (lmtp === undefined || seen.length > 0) return lines;
    const stored = await center.read(({ db }) => newestLiveMails(db, NEWEST));
    const facts = JSON.stringify({ via: 'lmtp' });
    const mails = stored.map(({ raw, storedAt }) => ({ hash: '', raw, facts, receivedAt: storedAt }));
    return trustLine('by LMTP', await checker.check(mails));
  } finally {
    await checker.close();
  }
}

/** `frontdesk mail setup`: asks for a mail account and adds it to the settings. */
export async function setUpAccount(shell: Shell, address: string | undefined, flags: Flags): Promise<number> {
  const said = await setUpMail(shell, { address, database: flags.database });
  shell.stdout.write(`${said} Open frontdesk, or start a running one and frontdesk serve again.\n`);
  return exitCode.done;
}

/** `frontdesk mail check`: signs in to each mailbox and to the relay, and says in words whether they work. */
export async function checkMail(shell: Shell, flags: Flags = {}): Promise<number> {
  const told = requireMail(shell);
  const database = flags.database ?? told.database;
  const settings = mailSettings(told);
  const seen = await Promise.all(settings.mailboxes.map(account => checkMailbox(account)));
  const relay = await relayLines(settings);
  const address = settings.lmtp === undefined ? undefined : lmtpAddress(settings.lmtp)!;
  const lmtp = address ? [lmtpSentence(address, await checkLmtp(address))] : [];
  const lines = await withCenter(shell, database, async center => {
    const [aside, places] = await center.read(
      async ({ db }) => [await countSetAside(db), await mailboxPlaces(db)] as const,
    );
    return [
      await placeLine(center, databasePath(database)),
      ...(await inboxLines(center, settings)),
      ...seen.map(one => mailboxLine(one, places.get(one.name)?.older ?? 0)),
      ...lmtp,
      ...relay,
      ...(settings.relay ? senderLines(await localSender(center, systemUser())) : []),
      ...(await trustLines(center, seen, settings)),
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
    const { createDns } = await import('../../center/mail/in/dns.ts');
    const { createDkimKeys: createKeys } = await import('../../center/mail/in/keys.ts');
    const keys = createKeys(createDns(shell.mail?.dns), center.context.now);
    const mailCenter = { ...center, reader, keys, log: () => undefined };
    const { read, aside } = await readSetAsideAgain(mailCenter).finally(() => reader.close());
    for (const { source, reason } of aside)
      shell.stderr.write(`still set aside: ${safeLine(source)}: ${safeLine(reason)}\n`);
    shell.stdout.write(
      `${counted(read, t`mail`)} read again: ${read - aside.length} stored, ${aside.length} still set aside.\n`,
    );
    return aside.length === 0 ? exitCode.done : exitCode.failed;
  });
}
