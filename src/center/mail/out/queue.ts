import type { ModelCenter } from '../../model/context.ts';
import { LEASE_MS } from '../../model/lease.ts';
import { keepGoodLook, keepTrouble, relayLook } from '../../model/mailbox.ts';
import { conversationsOfMessages } from '../../model/outgoing/delivery.ts';
import {
  beginTry,
  type Due,
  endWait,
  hasDue,
  keepLeases,
  returnLetters,
  showTaken,
  type Taker,
  takeDue,
} from '../../model/outgoing/due.ts';
import { recordSending, type SendOutcome } from '../../model/outgoing/settle.ts';
import { keepSetting } from '../../model/setting.ts';
import { type Concurrency, NO_CONVERSATION, type Work } from '../../model/work.ts';
import type { Holding } from '../in/hold.ts';
import { forLater, Sender, type SenderOptions } from './sender.ts';

/** The settings of the queue. */
export interface QueueOptions extends SenderOptions {
  readonly holding: Holding;
  /** Receives one line in words about each thing that an operator should know. */
  readonly log: (line: string, isNews?: boolean) => void;
  /** A pause after each mail, in milliseconds, for a desk that reads the outcomes; by default none. */
  readonly pauseMs?: number;
}

/** How often it looks for letters that are due, in milliseconds. */
const LOOK_MS = 1_000;
/** The pause after a failure of the database, in milliseconds. */
const RETRY_MS = 5_000;
/** Letters that one process takes at once. */
const BATCH = 20;
/** How often leases are renewed while letters are sent, in milliseconds. */
const RENEW_MS = LEASE_MS / 3;
/** A try that takes longer is shown, in milliseconds. */
const SHOW_MS = 1_000;
/** A process that has run for so long does not end at once, in milliseconds. */
const STEADY_MS = 20_000;
/** How long a mail in progress may take when the queue is to stop, in milliseconds. */
const DRAIN_MS = 5_000;

interface Tried {
  readonly due: Due;
  readonly outcome: SendOutcome;
}

/** The locks of a write about these letters. */
function concurrencyOf(letters: readonly Due[]): Concurrency {
  const ids = letters.flatMap(({ message_id: id }) => id ?? []);
  return { conversations: work => conversationsOfMessages(work, ids) };
}

class Queue {
  readonly #center: ModelCenter;
  readonly #options: QueueOptions;
  readonly #stop: AbortSignal;
  readonly #sender: Sender;
  #renewedAt = 0;
  /** When it began, in milliseconds since 1970. */
  #since: number;
  /** Outcomes that could not be recorded yet: their letters are not sent again meanwhile. */
  readonly #unrecorded: Tried[] = [];
  /** Letters that were taken and not tried yet, as they were taken. */
  #untried: readonly Due[] = [];
  /** Those of the taken letters that are shown as being sent. */
  readonly #shown = new Set<number>();
  #told: string | undefined;
  /** The relay took a letter, or refused one, since the start: a trouble from before is over. */
  #isIn = false;

  constructor(center: ModelCenter, options: QueueOptions, stop: AbortSignal) {
    this.#center = center;
    this.#options = options;
    this.#stop = stop;
    this.#sender = new Sender(center, options, stop);
    this.#since = center.context.now();
  }

  async run(): Promise<void> {
    const { rest } = this.#options.holding;
    // A mail in progress may end; a relay that hangs is not waited for.
    this.#stop.addEventListener('abort', () => setTimeout(() => this.#sender.close(), DRAIN_MS).unref());
    // With other settings a sign-in may work that was refused; others would wait a minute at most.
    await this.#center.write(work => endWait(work, { attempts: 1 }), NO_CONVERSATION).catch(error => this.#fail(error));
    while (!this.#stop.aborted) {
      const pauseMs = await this.#round().catch(error => this.#fail(error));
      this.#sender.rest();
      if (pauseMs > 0) await rest(pauseMs, this.#stop);
    }
    this.#sender.close();
  }

  /** Sends the due letters, and returns the pause until the next look. */
  async #round(): Promise<number> {
    await this.#recordAll();
    await this.#returnLetters();
    const taker = this.#taker();
    if (!(await this.#center.read(work => hasDue(work, taker)))) return LOOK_MS;
    const taken = await this.#center.write(work => takeDue(work, taker, BATCH), NO_CONVERSATION);
    if (taken.length === 0) return LOOK_MS;
    this.#renewedAt = performance.now();
    this.#shown.clear();
    return (await this.#sendAll(taken)) ? 0 : LOOK_MS;
  }

  #taker(): Taker {
    const now = this.#center.context.now();
    // The clock was set back.
    this.#since = Math.min(this.#since, now);
    return { owner: this.#options.holding.owner, isSteady: now - this.#since >= STEADY_MS };
  }

  /** Sends letters one after another. Returns false if the relay takes none now. */
  async #sendAll(taken: readonly Due[]): Promise<boolean> {
    const { holding, pauseMs = 0 } = this.#options;
    let begun: Due | undefined;
    for (const [at, one] of taken.entries()) {
      this.#untried = taken.slice(at);
      if (this.#stop.aborted) break;
      await this.#renew();
      const due = begun ?? (await this.#center.write(work => beginTry(work, one), NO_CONVERSATION));
      if (!due) continue;
      const tried = await this.#watched(this.#sender.try(due));
      if (!tried) break;
      const { outcome, hasWord, relayReason } = tried;
      this.#untried = taken.slice(at + 1);
      begun = await this.#record({ due, outcome }, relayReason === undefined ? taken[at + 1] : undefined);
      if (relayReason !== undefined) return this.#putOff(relayReason, outcome);
      if (hasWord) await this.#succeed();
      if (pauseMs > 0) await holding.rest(pauseMs, this.#stop);
    }
    await this.#returnLetters();
    return true;
  }

  /**
   * While a try takes long, the leases are renewed, and the taken letters are shown as being sent; otherwise its outcome
   * is news enough.
   */
  async #watched<T>(trying: Promise<T>): Promise<T> {
    let showing: Promise<unknown> = Promise.resolve();
    const timer = setTimeout(() => {
      const fresh = this.#untried.filter(({ id }) => !this.#shown.has(id));
      for (const { id } of fresh) this.#shown.add(id);
      // Only the desk would have seen it; the outcome follows.
      showing = this.#center.write(work => showTaken(work, fresh), concurrencyOf(fresh)).catch(() => undefined);
    }, SHOW_MS);
    let renewal: Promise<unknown> = Promise.resolve();
    const renewing = setInterval(() => {
      // It is tried again before the lease ends.
      renewal = this.#renew().catch(() => undefined);
    }, RENEW_MS / 2);
    try {
      return await trying;
    } finally {
      clearTimeout(timer);
      clearInterval(renewing);
      // Otherwise they could come after the outcome, or meet it on the way.
      await Promise.all([showing, renewal]);
    }
  }

  async #returnLetters(): Promise<void> {
    const untried = this.#untried;
    if (untried.length > 0) await this.#center.write(work => returnLetters(work, untried), NO_CONVERSATION);
    this.#untried = [];
  }

  /** A fault of the relay puts off all due letters. */
  async #putOff(reason: string, { againMs }: SendOutcome): Promise<false> {
    const isSignedOut = againMs !== undefined;
    if (this.#told !== reason)
      await this.#look(work => keepTrouble(work, this.#name, { trouble: reason, isSignedOut }));
    this.#tell(reason);
    for (const one of this.#untried) {
      const due = { ...one, attempts: one.attempts + 1 };
      this.#unrecorded.push({ due, outcome: forLater(due, reason, againMs) });
    }
    this.#untried = [];
    await this.#recordAll();
    return false;
  }

  #tell(reason: string): void {
    if (this.#told !== reason) this.#options.log(`Mail is not sent: ${reason}. It waits and is tried again.`);
    this.#told = reason;
  }

  async #renew(): Promise<void> {
    if (performance.now() - this.#renewedAt < RENEW_MS) return;
    await this.#center.write(work => keepLeases(work, this.#options.holding.owner), NO_CONVERSATION);
    this.#renewedAt = performance.now();
  }

  /**
   * Records the result of a try. If that fails, it is done later, and the mail is not sent again meanwhile. In the same
   * transaction the try of the next letter begins.
   */
  #record(tried: Tried, next: Due | undefined): Promise<Due | undefined> {
    this.#unrecorded.push(tried);
    return this.#recordAll(next);
  }

  async #recordAll(next?: Due): Promise<Due | undefined> {
    let begun: Due | undefined;
    for (let tried = this.#unrecorded[0]; tried; tried = this.#unrecorded[0]) {
      const { due, outcome } = tried;
      const isLast = this.#unrecorded.length === 1;
      begun = await this.#center.write(
        async work => {
          await recordSending(work, due, outcome);
          return isLast && next ? beginTry(work, next) : undefined;
        },
        concurrencyOf([due]),
      );
      this.#unrecorded.shift();
    }
    return begun;
  }

  /** All that waits for the relay goes at once. */
  async #succeed(): Promise<void> {
    const reply = this.#told;
    if (reply !== undefined || !this.#isIn)
      await this.#look(async work => {
        await keepGoodLook(work, this.#name);
        await keepSetting(work, 'relay_takes_utf8', this.#sender.takesUtf8() ? '1' : '0');
      });
    this.#isIn = true;
    if (reply === undefined) return;
    this.#options.log('Mail is sent again.', true);
    await this.#center.write(work => endWait(work, { reply }), NO_CONVERSATION);
    this.#told = undefined;
  }

  /** Keeps how the relay goes, for the desks; it is not a loss if that fails. */
  async #look(keep: (work: Work) => Promise<void>): Promise<void> {
    // The desk shows the look before; the next one is kept again.
    await this.#center.write(keep).catch(() => undefined);
  }

  get #name(): string {
    return relayLook(this.#options.relay.address.name);
  }

  #fail(error: unknown): number {
    this.#tell(`the help center cannot be written (${(error as Error).message})`);
    return RETRY_MS;
  }
}

/** Sends letters whose time has come, beside other processes on the same database, until `stop` aborts. */
export function sendQueue(center: ModelCenter, options: QueueOptions, stop: AbortSignal): Promise<void> {
  return new Queue(center, options, stop).run();
}
