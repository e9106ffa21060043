import { createHash } from 'node:crypto';
import { pack } from '../../../src/center/intake/pack.ts';
import type { MailFacts } from '../../../src/center/mail/in/facts.ts';
import type { MailCenter } from '../../../src/center/mail/in/mail-center.ts';
import { spool } from '../../../src/center/mail/in/spool.ts';
import { type Understood, understandAll } from '../../../src/center/mail/in/understand.ts';
import { keepIncoming } from '../../../src/center/model/incoming.ts';
import { letter } from '../../harness/letter.ts';

/** What became of a mail. */
export interface Received {
  readonly stored: Understood;
}

async function* once(raw: Buffer) {
  yield raw;
}

/** A letter as it waits to be understood. */
export async function packedLetter(number: number) {
  const raw = Buffer.from(letter(number));
  return { hash: createHash('sha256').update(raw).digest('hex'), size: raw.length, raw: await pack(raw) };
}

/**
 * Takes one mail in and waits until it is understood. Its bytes are committed before. Rejects if the database cannot be
 * written: then the sender must try again.
 */
export async function receiveMail(center: MailCenter, raw: Buffer, facts: MailFacts): Promise<Received> {
  const spooled = await spool(once(raw));
  try {
    const mail = { hash: spooled.hash, size: spooled.size, raw: await spooled.packed(), facts: JSON.stringify(facts) };
    await center.write(work => keepIncoming(work, [mail]));
    const [stored] = await understandAll(center, [{ ...mail, receivedAt: center.context.now() }]);
    return { stored: stored! };
  } finally {
    await spooled.discard();
  }
}
