import type { Center } from '../../center/center.ts';
import { lmtpAddress, lmtpName } from '../../center/mail/in/lmtp-address.ts';
import { mailboxAddress } from '../../center/mail/in/mailbox-address.ts';
import { relayAddress } from '../../center/mail/out/relay-address.ts';
import { mailboxLooks, mailboxPlaces, relayLook } from '../../center/model/mailbox.ts';
import { queueSummary } from '../../center/model/outgoing/by-hand.ts';
import { readUnanswered } from '../../center/model/unanswered.ts';
import type { MailState } from '../../state/mail/lines.ts';
import { safeLine, t } from '../../text/safe.ts';
import { whyNoMail } from '../mail.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';

/** Reads how mail is set up for the help center in this database, and how it goes. */
export async function readMailState(
  { mail, environment }: Shell,
  center: Center,
  database: string,
): Promise<MailState> {
  const [looks, places, queue, unanswered] = await center.read(
    async ({ db, now }) =>
      [await mailboxLooks(db), await mailboxPlaces(db), await queueSummary(db), await readUnanswered(db, now)] as const,
  );
  const relay = mail?.relay === undefined ? undefined : relayAddress(mail.relay).name;
  const elsewhere = mail && whyNoMail(mail, database);
  return {
    settings: safeLine(settingsPath(environment)),
    elsewhere: elsewhere === undefined ? null : safeLine(elsewhere),
    mailboxes: (mail?.mailboxes ?? []).map(({ url }) => {
      const { name } = mailboxAddress(url);
      const look = looks.get(name);
      return {
        name: safeLine(name),
        lookedAt: look?.at ?? null,
        trouble: safeLine(look?.trouble ?? ''),
        since: look?.since ?? null,
        stuck: (look?.stuck ?? []).map(({ uid, reason }) => t`a mail (UID ${uid}) stays there. ${safeLine(reason)}`),
        older: places.get(name)?.older ?? 0,
      };
    }),
    lmtp: mail?.lmtp === undefined ? null : safeLine(lmtpName(lmtpAddress(mail.lmtp)!)),
    unanswered: unanswered ?? null,
    relay: relay === undefined ? null : safeLine(relay),
    relayTrouble: safeLine((relay !== undefined && looks.get(relayLook(relay))?.trouble) || ''),
    publicUrl: mail?.public_url === undefined ? null : safeLine(mail.public_url),
    queue: { ...queue, lastWord: safeLine(queue.lastWord) },
  };
}
