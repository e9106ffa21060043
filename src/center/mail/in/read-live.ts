import type { Unreadable } from '../../intake/mail-reader.ts';
import type { Mail } from '../../intake/mime/parse-mail.ts';
import type { WaitingMail } from '../../model/incoming.ts';
import type { Patience } from '../rest.ts';
import { factsIn, originOf } from './facts.ts';
import type { Trust } from './judge/verified.ts';
import type { MailCenter } from './mail-center.ts';

/** A mail that was taken apart, or the reason why it could not be. */
interface Opened {
  readonly waiting: WaitingMail;
  readonly answer: Mail | Unreadable;
}

/** The same, after its signatures were checked. */
export interface ReadLive extends Opened {
  readonly trust: Trust;
}

/** The second step for a mail that was taken apart: waits for DNS until `patience` resolves, and checks its signatures. */
export type CheckLive = (patience: Patience) => Promise<ReadLive>;

/** The tools for reading mails. */
type Reading = Pick<MailCenter, 'reader' | 'keys'> & { readonly context: Pick<MailCenter['context'], 'now'> };

const NO_KEYS = { records: {}, until: 0, isUnanswered: false } as const;

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Has a live mail taken apart, and returns what checks its signatures. A key for which DNS has not answered by then counts
 * as none. The caller limits the number of calls in progress.
 */
export async function openLive({ reader, keys, context }: Reading, waiting: WaitingMail): Promise<CheckLive> {
  const facts = factsIn(waiting.facts);
  const arrivedAt = facts.mailbox?.arrivedAt ?? waiting.receivedAt;
  const bytes = { raw: asBuffer(waiting.raw), isPacked: true };
  const found = { ...bytes, source: originOf(facts), isQuoted: false, arrivedAt, fileTime: waiting.receivedAt };
  const opened = await reader.read(found, context.now());
  const done = (answer: Mail | Unreadable, trust: Omit<Trust, 'arrivedAt'>): ReadLive => ({
    waiting,
    answer,
    trust: { arrivedAt, ...trust },
  });
  if ('reason' in opened) return async () => done(opened, { isUnanswered: false });
  const { signed, ...mail } = opened;
  const trustedResults = facts.mailbox?.isNameless ? signed?.topmostResults : undefined;
  if (!signed || signed.signatures)
    return async () => done(mail, { isUnanswered: false, signatures: signed?.signatures, trustedResults });
  return async patience => {
    const found = (await keys?.find(signed.keyNames, patience())) ?? NO_KEYS;
    const { records, isUnanswered } = found;
    // Without any key there is nothing to check yet.
    const isEmpty = isUnanswered && Object.keys(records).length === 0;
    const signatures = isEmpty ? undefined : await reader.check(bytes, { records, until: found.until }, arrivedAt);
    const checked = signatures && 'checked' in signatures ? signatures : undefined;
    return done(mail, { isUnanswered, signatures: checked, trustedResults });
  };
}
