/**
 * Loaded before a program (`node --import`), sets its clock ahead of the machine's by the milliseconds in the file that
 * `CLOCK_AHEAD_IN` names. The file may change at any time. Timers and `performance.now()` go on.
 */
import { movedTime } from './moved-time.ts';

const now = movedTime(process.env.CLOCK_AHEAD_IN ?? '');

globalThis.Date = class extends Date {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    super(...((given.length === 0 ? [now()] : given) as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return now();
  }
} as DateConstructor;
