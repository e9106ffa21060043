/**
 * Loaded before a program (`node --import`), stops its clock at `CLOCK_STANDS_AT`, an ISO date, so that the ages it shows
 * are the same in every run. Timers and `performance.now()` go on.
 */
const standsAtMs = Date.parse(process.env.CLOCK_STANDS_AT ?? '');
if (Number.isNaN(standsAtMs)) throw new Error('CLOCK_STANDS_AT must be an ISO date.');

globalThis.Date = class extends Date {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    super(...((given.length === 0 ? [standsAtMs] : given) as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return standsAtMs;
  }
} as DateConstructor;
