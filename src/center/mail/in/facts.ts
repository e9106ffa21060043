/** The known facts about a mail besides its bytes. */
export interface MailFacts {
  readonly via: 'imap' | 'lmtp';
  /** The sender (null: none, as of a bounce) and the recipients that the server on the other side named. */
  readonly envelope?: { readonly from: string | null; readonly to: readonly string[] };
  /** The mailbox it was fetched from. */
  readonly mailbox?: {
    readonly name: string;
    /** The slug of the inbox for mail that is addressed to none. */
    readonly inbox?: string;
    /** When its server received the mail, in milliseconds; absent if it does not say. */
    readonly arrivedAt?: number;
    /** It was there before the mailbox was first seen: it rings no desk and causes no automatic mail. */
    readonly isOlder?: true;
    /** The topmost Authentication-Results counts, which names no server. */
    readonly isNameless?: true;
  };
}

/** Where a mail came from, for a person. */
export function originOf({ via, mailbox }: MailFacts): string {
  return via === 'imap' ? `mailbox ${mailbox?.name ?? 'unknown'}` : 'LMTP';
}

/** The facts that were stored with a mail. */
export function factsIn(stored: string): MailFacts {
  return JSON.parse(stored) as MailFacts;
}
