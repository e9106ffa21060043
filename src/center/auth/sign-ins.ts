import { Problem } from '../model/problem.ts';

interface Rule {
  readonly most: number;
  /** Milliseconds. */
  readonly withinMs: number;
}

/** Beyond this many names, the one counted longest ago is forgotten, so that invented names cannot fill the memory. */
const MAX_NAMES = 50_000;

/** Counts events by name, and attempts in progress that may count soon. Times are on a monotonic clock. */
export class AttemptTally {
  readonly #rule: Rule;
  /** The names in the order of their last event. */
  readonly #times = new Map<string, readonly number[]>();
  readonly #underWay = new Map<string, number>();

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Milliseconds until one more is allowed; 0 if at once. */
  waitMs(name: string, now: number): number {
    const times = this.#recent(name, now);
    const { most, withinMs } = this.#rule;
    return times.length < most ? 0 : times[times.length - most]! + withinMs - now;
  }

  /** Whether one more is allowed even if all attempts in progress count. */
  hasRoom(name: string, now: number): boolean {
    return this.#recent(name, now).length + (this.#underWay.get(name) ?? 0) < this.#rule.most;
  }

  add(name: string, now: number): void {
    const times = [...this.#recent(name, now), now];
    this.#times.delete(name);
    this.#times.set(name, times);
    this.#forget(now);
  }

  begin(name: string): void {
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1);
  }

  end(name: string): void {
    const left = (this.#underWay.get(name) ?? 0) - 1;
    if (left > 0) this.#underWay.set(name, left);
    else this.#underWay.delete(name);
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#times.size;
  }

  #recent(name: string, now: number): readonly number[] {
    return (this.#times.get(name) ?? []).filter(at => now - at < this.#rule.withinMs);
  }

  #forget(now: number): void {
    for (const [name, times] of this.#times) {
      if (now - times.at(-1)! < this.#rule.withinMs && this.#times.size <= MAX_NAMES) return;
      this.#times.delete(name);
    }
  }
}

const MINUTE_MS = 60_000;

const rules = {
  /** Failures for one account at one address. */
  pair: { most: 5, withinMs: 20_000 },
  /** Failures at one address, for all accounts together. */
  address: { most: 100, withinMs: 5 * MINUTE_MS },
  /** Failures for one account, at all addresses where it has not signed in recently. */
  account: { most: 20, withinMs: 5 * MINUTE_MS },
  /** Successful sign-ins of one account. */
  success: { most: 60, withinMs: 5 * MINUTE_MS },
} as const satisfies Record<string, Rule>;

/** The most attempts that wait for others at once; further ones are refused. */
const MAX_WAITING = 200;

/** The account and the address of an attempt. */
export interface SigningIn {
  /** The key of the given email address, whether an agent has it or not. */
  readonly account: string;
  /** The caller's address, as `CallerAddress` names it. */
  readonly address: string;
  /** The account has signed in from that address during the last 30 days. */
  readonly isKnown: boolean;
}

/** Throttles sign-ins, and all other checks of a password. */
export interface SignIns {
  /**
   * Checks a password; a check that returns undefined is a failure. Throws `rate_limited` if there were too many
   * failures already. If the attempts in progress could become too many, it waits for them: a burst does not beat the
   * limit.
   */
  attempt<T>(who: SigningIn, check: () => Promise<T | undefined>): Promise<T | undefined>;
}

interface Waiting {
  readonly limits: readonly Limit[];
  readonly start: () => void;
  readonly refuse: (problem: unknown) => void;
}

interface Limit {
  readonly tally: AttemptTally;
  readonly name: string;
  readonly what: string;
}

function refusal(what: string, waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new Problem('rate_limited', `Too many ${what}; try again in ${seconds} s.`, undefined, seconds);
}

/** Throws if a limit is reached; otherwise returns whether every limit allows one more attempt. */
function haveRoom(limits: readonly Limit[], now: number): boolean {
  const [longest] = limits
    .map(({ tally, name, what }) => ({ what, waitMs: tally.waitMs(name, now) }))
    .sort((a, b) => b.waitMs - a.waitMs);
  if (longest && longest.waitMs > 0) throw refusal(longest.what, longest.waitMs);
  return limits.every(({ tally, name }) => tally.hasRoom(name, now));
}

/**
 * The limits of an attempt. At an address where the account has signed in before, only its own failures there count:
 * neither strangers elsewhere nor others at that address lock an agent out.
 */
function createLimits() {
  const tallies = {
    pair: new AttemptTally(rules.pair),
    address: new AttemptTally(rules.address),
    account: new AttemptTally(rules.account),
    success: new AttemptTally(rules.success),
  };
  return ({ account, address, isKnown }: SigningIn) => {
    const what = 'failed sign-ins';
    const pair: Limit = { tally: tallies.pair, name: `${account} ${address}`, what };
    const atAddress: Limit = { tally: tallies.address, name: address, what };
    const ofAccount: Limit = { tally: tallies.account, name: account, what };
    const success: Limit = { tally: tallies.success, name: account, what: 'sign-ins' };
    return {
      limits: isKnown ? [pair, success] : [pair, atAddress, ofAccount, success],
      failure: isKnown ? [pair, atAddress] : [pair, atAddress, ofAccount],
      success: [success],
    };
  };
}

/** Counts sign-ins in this process. `elapsed` is a monotonic clock in milliseconds. */
export function createSignIns(elapsed: () => number): SignIns {
  const limitsOf = createLimits();
  let waiting: readonly Waiting[] = [];

  const begin = (limits: readonly Limit[]): void => {
    for (const { tally, name } of limits) tally.begin(name);
  };

  const admit = async (limits: readonly Limit[]): Promise<void> => {
    if (haveRoom(limits, elapsed())) return begin(limits);
    if (waiting.length >= MAX_WAITING) throw refusal('sign-ins at once', 1_000);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting = [...waiting, { limits, start: resolve, refuse: reject }];
    await promise;
  };

  const goOn = (): void => {
    waiting = waiting.filter(({ limits, start, refuse }) => {
      try {
        if (!haveRoom(limits, elapsed())) return true;
        begin(limits);
        start();
      } catch (problem) {
        refuse(problem);
      }
      return false;
    });
  };

  return {
    attempt: async (who, check) => {
      const { limits, failure, success } = limitsOf(who);
      await admit(limits);
      try {
        const result = await check();
        for (const { tally, name } of result === undefined ? failure : success) tally.add(name, elapsed());
        return result;
      } finally {
        for (const { tally, name } of limits) tally.end(name);
        goOn();
      }
    },
  };
}
