import { safeLine } from '../../../text/safe.ts';
import type { ModelCenter } from '../../model/context.ts';
import { type Due, isInboxThere } from '../../model/outgoing/due.ts';
import type { Letter } from '../../model/outgoing/letter.ts';
import type { SendOutcome } from '../../model/outgoing/settle.ts';
import { pauseMs } from '../sign-in.ts';
import { letterBytes } from './compose.ts';
import { connectRelay, NotTaken, type RelayAccount, type RelayConnection, type RelayTimes } from './relay.ts';
import { type RelayTrouble, relayTrouble } from './relay-trouble.ts';

/** To whom letters are given, and how long that may take. */
export interface SenderOptions {
  readonly relay: RelayAccount;
  readonly times?: RelayTimes;
}

interface Tried {
  readonly outcome: SendOutcome;
  /** The relay took the mail, or refused it: it works. */
  readonly hasWord: boolean;
  /** Why the relay takes no mail at all now. */
  readonly relayReason?: string;
}

const TIMES: RelayTimes = { connectMs: 30_000, answerMs: 5 * 60_000 };

/** A connection that nothing was sent over for so long is ended, in milliseconds: relays end it too. */
const IDLE_MS = 30_000;
/** A single mail may be the cause, and must not hold up the others; after this many in a row it is the relay. */
const MAX_STUMBLES = 3;

function recipientsLeft({ recipients }: Due): string[] {
  return JSON.parse(recipients) as string[];
}

function forEver(due: Due, reason: string): SendOutcome {
  return { reply: reason, left: [], refused: recipientsLeft(due), failure: reason };
}

/** A letter that is to be tried again, for this reason; after `againMs` if it was not tried itself. */
export function forLater(due: Due, reason: string, againMs?: number): SendOutcome {
  return { reply: reason, left: recipientsLeft(due), refused: [], failure: null, againMs };
}

/** Gives letters to the relay, one at a time, over a connection that is kept. */
export class Sender {
  readonly #center: ModelCenter;
  readonly #options: SenderOptions;
  readonly #stop: AbortSignal;
  #connection: RelayConnection | undefined;
  /** When a letter was last sent, in milliseconds on a monotonic clock. */
  #usedAt = 0;
  /** How many mails in a row the relay has stumbled over. */
  #stumbles = 0;
  /** How often in a row the relay has refused the sign-in. */
  #refusals = 0;

  constructor(center: ModelCenter, options: SenderOptions, stop: AbortSignal) {
    this.#center = center;
    this.#options = options;
    this.#stop = stop;
  }

  /**
   * Tries to send a letter; undefined if the relay was not reached before it had to stop. Rejects only if the database
   * cannot be read; then nothing was sent.
   */
  async try(due: Due): Promise<Tried | undefined> {
    const { inbox_id: inboxId } = due;
    if (inboxId !== null && !(await this.#center.read(({ db }) => isInboxThere(db, inboxId))))
      return { outcome: forEver(due, 'its inbox was deleted before it was sent'), hasWord: false };
    try {
      return { outcome: await this.#send(due), hasWord: true };
    } catch (error) {
      const isWithinMail = error instanceof NotTaken && error.isWithinMail;
      if (this.#stop.aborted && !isWithinMail) return undefined;
      const trouble = error instanceof NotTaken ? error.trouble : relayTrouble(error, this.#options.relay.address);
      return this.#outcomeOf(due, trouble, isWithinMail);
    }
  }

  /** Whether the relay takes addresses with letters beyond ASCII before their `@`, as it said when it was last reached. */
  takesUtf8(): boolean {
    return this.#connection?.takesUtf8() === true;
  }

  /** Ends a connection that is idle. */
  rest(): void {
    if (performance.now() - this.#usedAt > IDLE_MS) this.close();
  }

  close(): void {
    this.#connection?.close();
  }

  #outcomeOf(due: Due, { about, reason, isRefused = false }: RelayTrouble, isWithinMail: boolean): Tried {
    this.#refusals = isRefused ? this.#refusals + 1 : 0;
    const againMs = isRefused ? pauseMs(this.#refusals, this.#options.relay) : undefined;
    this.#stumbles = about === 'relay' && isWithinMail ? this.#stumbles + 1 : 0;
    const hasWord = about !== 'relay' && isWithinMail;
    if (about === 'mail for ever') return { outcome: forEver(due, reason), hasWord };
    const isRelay = about === 'relay' && (!isWithinMail || this.#stumbles >= MAX_STUMBLES);
    return { outcome: forLater(due, reason, againMs), hasWord, ...(isRelay && { relayReason: reason }) };
  }

  async #send(due: Due): Promise<SendOutcome> {
    const letter = JSON.parse(due.letter) as Letter;
    const bytes = await letterBytes(this.#center, letter);
    const envelope = { from: letter.hasNullSender ? '' : letter.from.email, to: recipientsLeft(due) };
    const { reply, refused } = await this.#hand(connection => connection.send(envelope, bytes));
    this.#usedAt = performance.now();
    [this.#stumbles, this.#refusals] = [0, 0];
    const words = refused.map(({ address, trouble }) => `${safeLine(address)}: ${trouble.reason}`);
    const isNever = refused.map(({ trouble }) => trouble.about === 'mail for ever');
    return {
      reply: words[0] ?? safeLine(reply),
      left: refused.filter((_, at) => !isNever[at]).map(({ address }) => address),
      refused: refused.filter((_, at) => isNever[at]).map(({ address }) => address),
      failure: words.filter((_, at) => isNever[at]).join('; ') || null,
    };
  }

  /** Hands a mail over on the connection that is open; one that has ended while it was idle is replaced once. */
  async #hand<T>(send: (connection: RelayConnection) => Promise<T>): Promise<T> {
    const known = this.#connection;
    if (known?.isOpen())
      try {
        return await send(known);
      } catch (error) {
        const hasEnded = error instanceof NotTaken && error.trouble.about === 'relay' && !error.mayBeOut;
        if (!hasEnded || this.#stop.aborted) throw error;
      }
    const { relay, times = TIMES } = this.#options;
    this.#connection = await connectRelay(relay, times, this.#stop);
    return send(this.#connection);
  }
}
