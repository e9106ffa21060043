/** How a fault is run. */
export interface Run {
  /**
   * A PostgreSQL server's address, `postgres://…/name`: each fault makes a separate database there. Absent for a file.
   */
  readonly database: string | undefined;
  /** How much of its full size: 1 for all, 0.1 in the test suite. */
  readonly share: number;
  readonly seed: number;
}

/** How many services a fault has on one database that several can be on: more where they write beside each other. */
export function servicesOf({ database }: Run): number {
  return database === undefined ? 2 : 4;
}

/** Returns what was done and observed; throws if a promise is broken. */
export type Fault = (run: Run) => Promise<string>;

/** The full size of something, cut to the run's share. */
export function sized(run: Run, full: number): number {
  return Math.max(1, Math.round(full * run.share));
}

/** Does `work` for 0 to `count` - 1, at most `atOnce` at a time. */
export async function each(count: number, atOnce: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const at = next;
      next += 1;
      await work(at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, worker));
}
