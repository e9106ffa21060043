import { Problem } from './problem.ts';

interface Rule {
  readonly failures: number;
  readonly withinMs: number;
}

const rules = {
  address: { failures: 5, withinMs: 20_000 },
  account: { failures: 20, withinMs: 300_000 },
} as const satisfies Record<string, Rule>;

/** Failed sign-ins are throttled, by the address they come from and by the account they try. */
export interface SignIns {
  /**
   * Runs a sign-in, and counts it as failed where it throws `unauthorized`. Throws `rate_limited` where too many failed
   * already. Where those under way could be too many the others wait for them: to come all at once gains nothing for who
   * guesses, and costs nobody who is right more than a moment.
   */
  attempt<T>(address: string, account: string, now: number, signIn: () => Promise<T>): Promise<T>;
}

/** Beyond this many names the oldest are forgotten, so that made-up accounts cannot fill the memory. */
const namesKept = 50_000;

const isWrong = (error: unknown): boolean => error instanceof Problem && error.code === 'unauthorized';

/** Counts failed sign-ins in this process: 5 in 20 s from an address, 20 in 5 min on an account. */
export const createSignIns = (): SignIns => {
  const failed = new Map<string, number[]>();
  const underWay = new Map<string, number>();
  let next = Promise.withResolvers<void>();

  const recent = (name: string, rule: Rule, now: number): number[] =>
    (failed.get(name) ?? []).filter(at => now - at < rule.withinMs);

  /** Whether there is room for another one; throws where there will be none soon. */
  const hasRoom = (name: string, rule: Rule, now: number): boolean => {
    const times = recent(name, rule, now);
    if (times.length < rule.failures) return times.length + (underWay.get(name) ?? 0) < rule.failures;
    const seconds = Math.max(1, Math.ceil((times[times.length - rule.failures]! + rule.withinMs - now) / 1_000));
    throw new Problem('rate_limited', `Too many failed sign-ins; try again in ${seconds} s.`, undefined, seconds);
  };

  const addFailure = (name: string, rule: Rule, now: number): void => {
    const times = [...recent(name, rule, now), now];
    failed.delete(name);
    failed.set(name, times);
    if (failed.size > namesKept) failed.delete(failed.keys().next().value!);
  };

  const count = (name: string, by: 1 | -1): void => {
    const sum = (underWay.get(name) ?? 0) + by;
    if (sum === 0) underWay.delete(name);
    else underWay.set(name, sum);
  };

  return {
    attempt: async (address, account, now, signIn) => {
      const limits = [
        [`address ${address}`, rules.address],
        [`account ${account}`, rules.account],
      ] as const;
      while (!limits.map(([name, rule]) => hasRoom(name, rule, now)).every(Boolean)) await next.promise;
      for (const [name] of limits) count(name, 1);
      try {
        return await signIn();
      } catch (error) {
        if (isWrong(error)) for (const [name, rule] of limits) addFailure(name, rule, now);
        throw error;
      } finally {
        for (const [name] of limits) count(name, -1);
        next.resolve();
        next = Promise.withResolvers();
      }
    },
  };
};
