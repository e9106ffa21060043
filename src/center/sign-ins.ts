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
   * Counts an attempt as failed until it is `forgiven`, so that many at once gain nothing. Throws `rate_limited` where
   * too many failed already.
   */
  attempt(address: string, account: string, now: number): { forgive(): void };
}

/** Beyond so many names the oldest are forgotten, so that made-up accounts cannot fill the memory. */
const namesKept = 50_000;

export const createSignIns = (): SignIns => {
  const failed = new Map<string, number[]>();
  const recent = (name: string, rule: Rule, now: number): number[] =>
    (failed.get(name) ?? []).filter(at => now - at < rule.withinMs);
  const check = (name: string, rule: Rule, now: number): void => {
    const times = recent(name, rule, now);
    if (times.length < rule.failures) return;
    const seconds = Math.max(1, Math.ceil((times[times.length - rule.failures]! + rule.withinMs - now) / 1_000));
    throw new Problem('rate_limited', `Too many failed sign-ins; try again in ${seconds} s.`, undefined, seconds);
  };
  const add = (name: string, rule: Rule, now: number): void => {
    const times = [...recent(name, rule, now), now];
    failed.delete(name);
    failed.set(name, times);
    if (failed.size > namesKept) failed.delete(failed.keys().next().value!);
  };
  const remove = (name: string, now: number): void => {
    const times = failed.get(name) ?? [];
    const at = times.indexOf(now);
    if (at >= 0) times.splice(at, 1);
  };
  return {
    attempt: (address, account, now) => {
      const names = [
        [`address ${address}`, rules.address],
        [`account ${account}`, rules.account],
      ] as const;
      for (const [name, rule] of names) check(name, rule, now);
      for (const [name, rule] of names) add(name, rule, now);
      return {
        forgive: () => {
          for (const [name] of names) remove(name, now);
        },
      };
    },
  };
};
