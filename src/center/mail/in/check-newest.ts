import { createMailReader, type MailReader } from '../../intake/mail-reader.ts';
import type { WaitingMail } from '../../model/incoming.ts';
import { rest } from '../rest.ts';
import { createDns } from './dns.ts';
import { type Verification, verify } from './judge/verified.ts';
import { createKeys } from './keys.ts';
import { openLive } from './read-live.ts';

/** How many of the newest mails are looked at. */
export const NEWEST = 10;

/** So long DNS is waited for, in milliseconds. */
const KEYS_MS = 10_000;

/** What their signatures show of mails, without storing anything. */
export interface NewestChecker extends Pick<MailReader, 'close'> {
  check(mails: readonly WaitingMail[]): Promise<readonly Verification[]>;
}

/** `dns`: the name server to ask; the system's without it. */
export function createNewestChecker(dns: string | undefined): NewestChecker {
  const [reader, keys] = [createMailReader(), createKeys(createDns(dns), Date.now)];
  const verificationOf = async (mail: WaitingMail, patience: Promise<void>): Promise<Verification> => {
    const check = await openLive({ reader, keys, context: { now: Date.now } }, mail);
    const { answer, trust } = await check(patience);
    return 'reason' in answer ? { isVerified: false, why: 'work' } : verify(answer, trust);
  };
  return {
    check: async mails => {
      const isDone = new AbortController();
      const patience = rest(KEYS_MS, isDone.signal);
      return Promise.all(mails.map(mail => verificationOf(mail, patience))).finally(() => isDone.abort());
    },
    close: reader.close.bind(reader),
  };
}
