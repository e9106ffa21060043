import { createMailReader, type MailReader } from '../../intake/mail-reader.ts';
import type { WaitingMail } from '../../model/incoming.ts';
import { type Patience, rest, waitForWork } from '../rest.ts';
import { createDns } from './dns.ts';
import { type Verification, verifySender } from './judge/verified.ts';
import { createDkimKeys } from './keys.ts';
import { openLive } from './read-live.ts';

/** How many of the newest mails are looked at. */
export const NEWEST = 10;

/** So long DNS is waited for, in milliseconds. */
const KEYS_MS = 10_000;

/** Checks the signatures of mails, without storing anything. */
export interface NewestChecker extends Pick<MailReader, 'close'> {
  check(mails: readonly WaitingMail[]): Promise<readonly Verification[]>;
}

/** `dns`: the name server to ask; the system's without it. */
export function createNewestChecker(dns: string | undefined): NewestChecker {
  const [reader, keys] = [createMailReader(), createDkimKeys(createDns(dns), Date.now)];
  const verificationOf = async (mail: WaitingMail, patience: Patience): Promise<Verification> => {
    const check = await openLive({ reader, keys, context: { now: Date.now } }, mail);
    const { answer, trust } = await check(patience);
    return 'reason' in answer ? { isVerified: false, why: 'work' } : verifySender(answer, trust);
  };
  return {
    check: mails =>
      waitForWork(rest, KEYS_MS, patience => Promise.all(mails.map(mail => verificationOf(mail, patience)))),
    close: reader.close.bind(reader),
  };
}
