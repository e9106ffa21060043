import { pack } from '../../intake/pack.ts';
import type { WaitingMail } from '../../model/incoming.ts';
import { rest } from '../rest.ts';
import { connectWithSecret } from '../sign-in.ts';
import { NEWEST } from './check-newest.ts';
import type { MailFacts } from './facts.ts';
import { type MailboxAccount, mailboxAddress } from './mailbox-address.ts';
import { connectMailbox, type MailboxConnection, PART_BYTES } from './mailbox-connection.ts';
import { type Beginnings, beginnings, type FirstSight } from './mailbox-first-sight.ts';
import { mailboxTrouble } from './mailbox-trouble.ts';

/** The state of a mailbox after a look. */
export interface MailboxSeen {
  readonly name: string;
  /** The sentence why it cannot be read; absent if it can. */
  readonly trouble?: string;
  /** Mails in it. */
  readonly mails: number;
  /** The newest of them, as they would be taken. */
  readonly newest: readonly WaitingMail[];
  /** Where taking its mail would begin, if that was asked for. */
  readonly begins?: Beginnings;
}

const ANSWER_MS = 20_000;

async function newestOf(connection: MailboxConnection, mailbox: MailFacts['mailbox'] & object): Promise<WaitingMail[]> {
  if (connection.exists === 0) return [];
  const from = Math.max(1, connection.uidNext - 5 * NEWEST);
  const listed = await connection.list(from, 'end');
  const wanted = listed.filter(({ size }) => size < PART_BYTES).slice(-NEWEST);
  if (wanted.length === 0) return [];
  const found = await connection.fetch(wanted.map(({ uid }) => uid));
  const there = wanted.flatMap(({ uid, at }) => (found.has(uid) ? { raw: found.get(uid)!, at: at || Date.now() } : []));
  return Promise.all(
    there.map(async ({ raw, at }) => {
      const facts: MailFacts = { via: 'imap', mailbox: { ...mailbox, arrivedAt: at } };
      return { hash: '', raw: await pack(raw), facts: JSON.stringify(facts), receivedAt: at };
    }),
  );
}

/**
 * Signs in to a mailbox and looks at its newest mails, and if asked for where taking its mail would begin; changes nothing
 * there. Never rejects.
 */
export async function checkMailbox(account: MailboxAccount, first?: FirstSight): Promise<MailboxSeen> {
  const address = mailboxAddress(account.url);
  const { name } = address;
  let password: string | undefined;
  try {
    const times = { answerMs: ANSWER_MS, pollMs: ANSWER_MS, rest };
    const connection = await connectWithSecret(
      account,
      secret => {
        password = secret.text;
        return connectMailbox(address, secret, times, AbortSignal.timeout(2 * ANSWER_MS));
      },
      error => mailboxTrouble(error, address).isRefused,
    );
    try {
      const mailbox = { name, ...(account.trustsTopmost && { isNameless: true as const }) };
      const begins = first && (await beginnings(connection, first));
      return { name, mails: connection.exists, newest: await newestOf(connection, mailbox), ...(begins && { begins }) };
    } finally {
      connection.close();
    }
  } catch (error) {
    return { name, trouble: mailboxTrouble(error, address, password).reason, mails: 0, newest: [] };
  }
}
