import { formOf, NoServerAddress, type ServerAddress, type ServerKind, serverAddress } from '../server-address.ts';
import type { SignIn } from '../sign-in.ts';

/** A mailbox, as the settings describe it. */
export interface MailboxAccount extends SignIn {
  /** `imaps://user@host`, with a port and a folder if they are not 993 and `INBOX`; or `imap://…`, which needs STARTTLS. */
  readonly url: string;
  /** The slug of the inbox for mail that is addressed to none. */
  readonly inbox?: string;
  /** The topmost Authentication-Results of its mails counts, though it names no server. */
  readonly trustsTopmost?: boolean;
}

/** Where a mailbox is. */
export interface MailboxAddress extends Pick<ServerAddress, 'host' | 'port' | 'user' | 'name'> {
  readonly folder: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; `none` on this machine alone. */
  readonly tls: 'at once' | 'by STARTTLS' | 'none';
}

const KIND: ServerKind = {
  name: 'mailbox',
  scheme: 'imaps',
  example: 'user@host/folder',
  passwordSetting: 'password_file',
  port: isEncrypted => (isEncrypted ? 993 : 143),
};

/** Reads the address of a mailbox. Throws `NoServerAddress`. */
export function mailboxAddress(url: string): MailboxAddress {
  const { host, port, user, path, isEncrypted, isHere, name } = serverAddress(url, KIND);
  if (user === '') throw new NoServerAddress(`It names no user. ${formOf(KIND)}`);
  const folder = path.replace(/^(?:inbox)?$/i, 'INBOX');
  return {
    host,
    port,
    user,
    folder,
    tls: isEncrypted ? 'at once' : isHere ? 'none' : 'by STARTTLS',
    // The database knows it by this name: written in another way it is the same mailbox.
    name: folder === 'INBOX' ? name : `${name}, ${folder}`,
  };
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
