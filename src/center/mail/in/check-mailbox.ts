import { rest } from '../rest.ts';
import { signIn } from '../sign-in.ts';
import { type Checkers, checkersOf, NEWEST, senderOf } from './checked-by.ts';
import { type MailboxAccount, mailboxAddress } from './mailbox-address.ts';
import { connectMailbox, type MailboxConnection } from './mailbox-connection.ts';
import { mailboxTrouble } from './mailbox-trouble.ts';

/** What was seen in a mailbox. */
export interface MailboxSeen {
  readonly name: string;
  /** The sentence why it cannot be read; absent if it can. */
  readonly trouble?: string;
  /** Mails in it. */
  readonly mails: number;
  /** The servers that checked each of the newest mails. */
  readonly checkers: readonly Checkers[];
  /** The sender of each of them, as it is written. */
  readonly senders: readonly string[];
}

const ANSWER_MS = 20_000;

async function newestOf(connection: MailboxConnection): Promise<readonly Buffer[]> {
  if (connection.exists === 0) return [];
  const from = Math.max(1, connection.uidNext - 5 * NEWEST);
  const uids = (await connection.list(from, 'end')).slice(-NEWEST).map(({ uid }) => uid);
  if (uids.length === 0) return [];
  return [...(await connection.fetch(uids)).values()];
}

/** Signs in to a mailbox and looks at its newest mails; changes nothing there. Never rejects. */
export async function checkMailbox(account: MailboxAccount): Promise<MailboxSeen> {
  const address = mailboxAddress(account.url);
  const { name } = address;
  let password: string | undefined;
  try {
    const times = { answerMs: ANSWER_MS, pollMs: ANSWER_MS, rest };
    const connection = await signIn(
      account,
      secret => {
        password = secret.text;
        return connectMailbox(address, secret, times, AbortSignal.timeout(2 * ANSWER_MS));
      },
      error => mailboxTrouble(error, address).isRefused,
    );
    try {
      const newest = await newestOf(connection);
      const [checkers, senders] = [newest.map(checkersOf), newest.map(senderOf)];
      return { name, mails: connection.exists, checkers, senders };
    } finally {
      connection.close();
    }
  } catch (error) {
    return { name, trouble: mailboxTrouble(error, address, password).reason, mails: 0, checkers: [], senders: [] };
  }
}
