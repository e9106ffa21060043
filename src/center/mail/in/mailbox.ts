import { safeLine } from '../../../text/safe.ts';
import {
  keepGoodLook,
  keepMailboxPlace,
  keepStuck,
  keepTrouble,
  type MailboxPlace,
  readMailboxPlace,
} from '../../model/mailbox.ts';
import { NO_CONVERSATION, type Work } from '../../model/work.ts';
import { connectWithSecret, NoPassword, pauseMs, type Secret } from '../sign-in.ts';
import type { Door } from './accept-mail.ts';
import type { MailFacts } from './facts.ts';
import { type Holding, withLease } from './hold.ts';
import type { MailCenter } from './mail-center.ts';
import { type MailboxAccount, type MailboxAddress, mailboxAddress } from './mailbox-address.ts';
import { connectMailbox, type ListedMail, type MailboxConnection, type MailboxTimes } from './mailbox-connection.ts';
import { isOlderMail, placeFromNow } from './mailbox-first-sight.ts';
import { NotKept, StuckMailError, takeMails } from './mailbox-mails.ts';
import { type MailboxTrouble, mailboxTrouble } from './mailbox-trouble.ts';
import { giveOwnAddress } from './own-address.ts';

/** How a mailbox is watched. */
export interface WatchOptions {
  readonly center: MailCenter;
  /** The lease on the mailbox: one process on a database fetches from it. */
  readonly holding: Holding;
  readonly door: Pick<Door, 'acceptAll'>;
  readonly times?: Partial<MailboxTimes>;
}

const TIMES = { answerMs: 60_000, pollMs: 60_000 } as const;

/** After this many failures a mail stays in the mailbox. */
const MAX_TRIES = 5;
/** How often a look that found nothing wrong is kept. */
const NOTED_EVERY_MS = 55_000;

/** At this share of its room, a server refuses mails that are larger than the rest. */
const FULL_PERCENT = 99;
const FULL = 'it is full: its server refuses new mail, or will soon. Delete old mail there.';

function count(mails: number): string {
  return mails === 1 ? '1 mail' : `${mails.toLocaleString('en-US')} mails`;
}

class Watch {
  readonly #center: MailCenter;
  readonly #account: MailboxAccount;
  readonly #address: MailboxAddress;
  readonly #options: WatchOptions;
  readonly #times: MailboxTimes;
  /** Mails that cannot be fetched and stay there. */
  readonly #left = new Set<number>();
  #secret: Secret | undefined;
  #failures = 0;
  #notedAt = 0;
  #told: string | undefined;
  #stuck = { uid: 0, times: 0 };
  #isFull = false;
  /** The server has renumbered the mails, and they are being recognised. */
  #isRenumbered = false;

  constructor(account: MailboxAccount, options: WatchOptions) {
    this.#center = options.center;
    this.#account = account;
    this.#address = mailboxAddress(account.url);
    this.#options = options;
    this.#times = { ...TIMES, rest: options.holding.rest, ...options.times };
  }

  run(stop: AbortSignal): Promise<void> {
    return withLease(this.#options.holding, `mailbox ${this.#address.name}`, lost => this.#watch(lost), stop);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#session(signal);
      } catch (error) {
        if (signal.aborted) return;
        await this.#times.rest(await this.#fail(error), signal);
      }
    }
  }

  /** One connection, until it ends. */
  async #session(signal: AbortSignal): Promise<void> {
    const connection = await connectWithSecret(
      this.#account,
      secret => {
        this.#secret = secret;
        return connectMailbox(this.#address, secret, this.#times, signal);
      },
      error => this.#explain(error).isRefused,
      signal,
    );
    const end = () => connection.close();
    signal.addEventListener('abort', end);
    try {
      await this.#giveAddress();
      let place = await this.#placeIn(connection);
      while (!signal.aborted) {
        place = await this.#take(connection, place, signal);
        await this.#succeed(connection);
        await connection.news();
      }
    } finally {
      signal.removeEventListener('abort', end);
      connection.close();
    }
  }

  async #take(connection: MailboxConnection, before: MailboxPlace, signal: AbortSignal): Promise<MailboxPlace> {
    const { inbox, trustsTopmost } = this.#account;
    const mailbox = {
      name: this.#address.name,
      ...(inbox !== undefined && { inbox }),
      ...(trustsTopmost && { isNameless: true as const }),
    };
    const factsOf = (mail: Pick<ListedMail, 'uid' | 'at'>): MailFacts => {
      const isOlder = isOlderMail(mail, before) && { isOlder: true as const };
      return { via: 'imap', mailbox: { ...mailbox, ...(mail.at > 0 && { arrivedAt: mail.at }), ...isOlder } };
    };
    const { place, mails } = await takeMails(
      {
        connection,
        accept: mails =>
          this.#options.door.acceptAll(mails.map(mail => ({ source: mail.source, facts: factsOf(mail) }))),
        keep: next => this.#keep(next),
        leave: (uid, reason) => this.#leave(uid, reason),
        left: this.#left,
        isCautious: this.#failures > 0,
        signal,
      },
      before,
    );
    if (this.#isRenumbered) {
      this.#say(
        `its server numbered the mails again. ${count(mails)} were looked at again: known ones came in once.`,
        true,
      );
      this.#isRenumbered = false;
    }
    return place;
  }

  /** A person who can read the mailbox can also write from its address. */
  async #giveAddress(): Promise<void> {
    const [{ user }, { inbox }] = [this.#address, this.#account];
    const isGiven = await this.#ours(this.#center.write(work => giveOwnAddress(work, user, inbox)));
    if (isGiven) this.#say(`answers go out as ${user}.`, true);
  }

  /** The place to go on from: of a mailbox that is seen for the first time, its end. */
  async #placeIn(connection: MailboxConnection): Promise<MailboxPlace> {
    const { uidValidity, uidNext, exists } = connection;
    const known = await this.#ours(this.#center.read(({ db }) => readMailboxPlace(db, this.#address.name)));
    // A UID is never used twice in one numbering, so a smaller end is another numbering.
    if (known && known.uidValidity === uidValidity && known.lastUid < uidNext) return known;
    if (known) {
      this.#isRenumbered = true;
      this.#left.clear();
      return this.#begin({ ...known, uidValidity, lastUid: 0, renumberedTo: uidNext - 1 });
    }
    if (exists > 0)
      this.#say(
        `takes new mail from now on. ${count(exists)} there already: frontdesk import reads a file of them.`,
        true,
      );
    return this.#begin(await placeFromNow(connection, this.#center.context.now()));
  }

  async #begin(place: MailboxPlace): Promise<MailboxPlace> {
    await this.#keep(place);
    return place;
  }

  #keep(place: MailboxPlace): Promise<void> {
    return this.#ours(this.#center.write(work => keepMailboxPlace(work, this.#address.name, place), NO_CONVERSATION));
  }

  /** Marks an error as one of the help center, not of the mailbox. */
  async #ours<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      throw new NotKept('The help center cannot store mail now.', { cause });
    }
  }

  #leave(uid: number, reason: string): void {
    this.#left.add(uid);
    this.#say(`a mail (UID ${uid}) is not taken. ${reason} It stays in the mailbox, unread.`);
    void this.#note(work => keepStuck(work, this.#address.name, { uid, reason: safeLine(reason) }));
  }

  async #succeed(connection: MailboxConnection): Promise<void> {
    const now = this.#center.context.now();
    const isNews = this.#failures > 0 || Math.abs(now - this.#notedAt) >= NOTED_EVERY_MS;
    this.#failures = 0;
    if (this.#told !== undefined) this.#say('it is read again.', true);
    this.#told = undefined;
    if (!isNews) return;
    this.#notedAt = now;
    const isFull = (await connection.percentUsed()) >= FULL_PERCENT;
    if (isFull !== this.#isFull) this.#say(isFull ? FULL : 'it has room again.', !isFull);
    this.#isFull = isFull;
    const { name } = this.#address;
    const full = { at: now, trouble: FULL, isSignedOut: false };
    await this.#note(work => (isFull ? keepTrouble(work, name, full) : keepGoodLook(work, name)));
  }

  /** Keeps the result of the last look, for the desk; a failure loses nothing. */
  async #note(keep: (work: Work) => Promise<void>): Promise<void> {
    // The desk shows the look before; the next one is kept again.
    await this.#center.write(keep).catch(() => undefined);
  }

  /** Tells of a failure, once, and returns the pause before the next try. */
  async #fail(error: unknown): Promise<number> {
    const cause = error instanceof StuckMailError ? error.cause : error;
    const { reason, isRefused, isEnd } =
      cause instanceof NotKept ? { reason: cause.message, isRefused: false, isEnd: false } : this.#explain(cause);
    this.#failures += 1;
    if (error instanceof StuckMailError) this.#countStuck(error.uid, reason);
    if (this.#told !== reason && !(isEnd && this.#failures === 1)) {
      this.#say(`${reason} Its mail stays there and is taken when this works again.`);
      this.#told = reason;
      const isSignedOut = isRefused || cause instanceof NoPassword;
      await this.#note(work => keepTrouble(work, this.#address.name, { trouble: reason, isSignedOut }));
    }
    return pauseMs(this.#failures, isRefused ? this.#account : undefined);
  }

  #explain(error: unknown): MailboxTrouble {
    return mailboxTrouble(error, this.#address, this.#secret?.text);
  }

  #countStuck(uid: number, reason: string): void {
    this.#stuck = { uid, times: this.#stuck.uid === uid ? this.#stuck.times + 1 : 1 };
    if (this.#stuck.times >= MAX_TRIES) this.#leave(uid, `It cannot be fetched: ${reason}`);
  }

  #say(what: string, isNews = false): void {
    this.#center.log(`Mailbox ${this.#address.name}: ${what}`, isNews);
  }
}

/**
 * Takes the mail that comes to a mailbox from now on, until `stop` aborts; a mail in progress is committed first. Throws
 * `NoServerAddress` if its address cannot be read; every later problem is logged once in words and tried again.
 */
export function watchMailbox(account: MailboxAccount, options: WatchOptions, stop: AbortSignal): Promise<void> {
  return new Watch(account, options).run(stop);
}
