import type { Numbers } from '../../client/model.ts';

type By = NonNullable<Numbers['by']>;

/** The numbers that the page shows: of the last days up to today, a row for each agent, inbox, day or tag. */
export interface AskedNumbers {
  readonly by: By;
  readonly days: number;
  /** Times are counted in all hours, or in those of the inboxes. */
  readonly clock: NonNullable<Numbers['clock']>;
}

/** Whether two ask for the same. */
export function isSameAsked(one: AskedNumbers, other: AskedNumbers): boolean {
  return one.by === other.by && one.days === other.days && one.clock === other.clock;
}

/** Numbers as the help center last said them. */
export interface SaidNumbers extends AskedNumbers {
  readonly said: Numbers;
  /** When it said them; milliseconds. */
  readonly asOf: number;
}
