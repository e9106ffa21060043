import type { Center } from '../../center/center.ts';
import { fieldCounts, storedCheckers } from '../../center/mail/in/checked-by.ts';
import { lmtpAddress, lmtpName } from '../../center/mail/in/lmtp-address.ts';
import { mailboxAddress } from '../../center/mail/in/mailbox-address.ts';
import { relayAddress } from '../../center/mail/out/relay-address.ts';
import { mailboxLooks, relayLook } from '../../center/model/mailbox.ts';
import { queueSummary } from '../../center/model/outgoing/by-hand.ts';
import type { MailState } from '../../state/mail-lines.ts';
import { safeLine, t } from '../../text/safe.ts';
import { mailSettings, whyNoMail } from '../mail.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';

/** Reads how mail is set up for the help center in this database, and how it goes. */
export async function readMailState(
  { mail, environment }: Shell,
  center: Center,
  database: string,
): Promise<MailState> {
  const site = mail && mailSettings(mail).site;
  const [looks, queue, checkers] = await center.read(
    async ({ db }) => [await mailboxLooks(db), await queueSummary(db), site ? await storedCheckers(db) : []] as const,
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
      };
    }),
    lmtp: mail?.lmtp === undefined ? null : safeLine(lmtpName(lmtpAddress(mail.lmtp)!)),
    server: mail?.authserv_id === undefined ? null : safeLine(mail.authserv_id),
    forgeable: site ? fieldCounts(checkers, site.authservId).filter(count => count > site.fields).length : 0,
    relay: relay === undefined ? null : safeLine(relay),
    relayTrouble: safeLine((relay !== undefined && looks.get(relayLook(relay))?.trouble) || ''),
    publicUrl: mail?.public_url === undefined ? null : safeLine(mail.public_url),
    queue: { ...queue, lastWord: safeLine(queue.lastWord) },
  };
}
