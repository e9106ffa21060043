/** A mail in a folder of the test server. `raw` is a function, so that 100,000 of them cost no memory. */
export interface HeldMail {
  readonly uid: number;
  readonly raw: () => Buffer;
  /** INTERNALDATE, milliseconds since 1970. */
  readonly at: number;
  readonly flags: Set<string>;
  /** How its body is answered wrongly: NIL, under another UID, or its first half alone. */
  wrongly?: 'nil' | 'another UID' | 'half';
}

type Change = { readonly exists: number } | { readonly expunged: number };

/** A folder of the test server. */
export class HeldFolder {
  mails: HeldMail[] = [];
  uidValidity = 1;
  uidNext = 1;
  /** KiB that are used, and how many may be; it is told if the server offers QUOTA. */
  quota = [0, 1_000] as readonly [used: number, limit: number];
  readonly #watchers = new Set<(change: Change) => void>();

  /** Puts a mail into the folder and tells the sessions that have it open. Returns its UID. */
  deliver(raw: string | Buffer | (() => Buffer), at: number, ...flags: string[]): number {
    const bytes = typeof raw === 'function' ? raw : () => Buffer.from(raw as string);
    const mail = { uid: this.uidNext++, raw: bytes, at, flags: new Set(flags) };
    this.mails.push(mail);
    this.#tell({ exists: this.mails.length });
    return mail.uid;
  }

  /** Deletes a mail, as another mail program does. */
  expunge(uid: number): void {
    const at = this.mails.findIndex(mail => mail.uid === uid);
    if (at < 0) throw new Error(`There is no mail ${uid}.`);
    this.mails.splice(at, 1);
    this.#tell({ expunged: at + 1 });
  }

  /** Gives all mails new UIDs under a new UIDVALIDITY; `newest` ones first if they are to lose their order too. */
  renumber({ isReversed = false } = {}): void {
    this.uidValidity += 1;
    const ordered = isReversed ? this.mails.toReversed() : this.mails;
    this.mails = ordered.map((mail, index) => ({ ...mail, uid: index + 1 }));
    this.uidNext = this.mails.length + 1;
  }

  watch(onChange: (change: Change) => void): () => void {
    this.#watchers.add(onChange);
    return () => void this.#watchers.delete(onChange);
  }

  #tell(change: Change): void {
    for (const watcher of this.#watchers) watcher(change);
  }
}
