import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MailReader } from '../../intake/mail-reader.ts';
import { keepFiles } from '../../intake/prepare-mail.ts';
import type { ModelCenter } from '../../model/context.ts';
import { forgetIncoming, type Incoming, keepIncoming } from '../../model/incoming.ts';
import { recordSetAside } from '../../model/mail.ts';
import { problemOf } from '../../model/refusal.ts';
import { type MailFacts, originOf } from './facts.ts';
import { type Outcome, storeLive } from './store.ts';

/** A help center that receives mail. */
export interface MailCenter extends ModelCenter {
  /** Takes the mails apart, in a thread. */
  readonly reader: MailReader;
  /** The name by which the site's own mail server signs its `Authentication-Results`. */
  readonly authservId?: string;
  /** Receives one line in words about each thing that an operator should know. */
  readonly log: (line: string) => void;
}

/** What became of a mail that was accepted. */
export interface Received {
  readonly stored: Outcome | 'set aside';
}

const compress = promisify(gzip);

/**
 * Takes a mail in: its bytes are committed before it is understood, so that its sender may forget it when this resolves.
 * Rejects if the database cannot be written: then the sender must try again.
 */
export async function receiveMail(center: MailCenter, raw: Buffer, facts: MailFacts): Promise<Received> {
  const hash = createHash('sha256').update(raw).digest('hex');
  const incoming: Incoming = { hash, raw: await compress(raw), facts: JSON.stringify(facts) };
  await center.write(work => keepIncoming(work, [incoming]));
  return { stored: await understand(center, incoming, raw, facts) };
}

async function understand(
  center: MailCenter,
  incoming: Incoming,
  raw: Buffer,
  facts: MailFacts,
): Promise<Received['stored']> {
  const { context } = center;
  const now = context.now();
  const mail = await center.reader.read({ source: originOf(facts), raw, isQuoted: false, fileTime: now }, now);
  if ('reason' in mail) return setAside(center, incoming, facts, mail.reason);
  try {
    const prepared = {
      source: originOf(facts),
      mail: { ...mail, files: [] },
      files: await keepFiles(context.files, mail.files),
      raw: incoming.raw,
    };
    return await center.write(async work => {
      const outcome = await storeLive(work, prepared, facts);
      await forgetIncoming(work, [incoming.hash]);
      return outcome;
    });
  } catch (error) {
    if (problemOf(error).code === 'unavailable') throw error;
    return setAside(center, incoming, facts, `It could not be stored: ${(error as Error).message}`);
  }
}

async function setAside(
  center: MailCenter,
  { hash, raw }: Incoming,
  facts: MailFacts,
  reason: string,
): Promise<'set aside'> {
  await center.write(async work => {
    await recordSetAside(work, { identity: hash, source: originOf(facts), reason, raw });
    await forgetIncoming(work, [hash]);
  });
  center.log(`A mail from ${originOf(facts)} was set aside: ${reason}`);
  return 'set aside';
}
