import { addressForm, NoServerAddress, type ServerAddress, type ServerKind, serverAddress } from '../server-address.ts';
import type { AccountSignIn } from '../sign-in.ts';

/** A mailbox, as the settings describe it. */
export interface MailboxAccount extends AccountSignIn {
  /** `imaps://user@host`, with a port and a folder if they are not 993 and `INBOX`; or `imap://…`, which needs STARTTLS. */
  readonly url: string;
  /** The slug of the inbox for mail that is addressed to none. */
  readonly inbox?: string;
  /** The topmost Authentication-Results of its mails counts, though it names no server. */
  readonly trustsTopmost?: boolean;
}

/** Where a mailbox is. */
export interface MailboxAddress extends Omit<ServerAddress<'none'>, 'path'> {
  readonly folder: string;
}

const KIND: ServerKind<'none'> = {
  name: 'mailbox',
  scheme: 'imaps',
  example: 'user@host/folder',
  passwordSetting: 'password_file',
  port: isEncrypted => (isEncrypted ? 993 : 143),
  tlsHere: 'none',
};

/** Reads the address of a mailbox. Throws `NoServerAddress`. */
export function mailboxAddress(url: string): MailboxAddress {
  const { path, ...address } = serverAddress(url, KIND);
  if (address.user === '') throw new NoServerAddress(`It names no user. ${addressForm(KIND)}`);
  const folder = path.replace(/^(?:inbox)?$/i, 'INBOX');
  // The database knows it by this name: written in another way it is the same mailbox.
  return { ...address, folder, name: folder === 'INBOX' ? address.name : `${address.name}, ${folder}` };
}

/** The mailboxes, each once; of repeated ones the first entry counts, and `onRepeat` is called for the others. */
export function eachOnce(
  accounts: readonly MailboxAccount[],
  onRepeat: (name: string) => void,
): readonly MailboxAccount[] {
  const byName = new Map<string, MailboxAccount>();
  for (const account of accounts) {
    const { name } = mailboxAddress(account.url);
    if (byName.has(name)) onRepeat(name);
    else byName.set(name, account);
  }
  return [...byName.values()];
}
