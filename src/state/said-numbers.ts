import type { Numbers } from '../client/model.ts';

type By = NonNullable<Numbers['by']>;

/** Which numbers the page shows: those of so many days up to today, a row for each agent, inbox, day or tag. */
export interface AskedNumbers {
  readonly by: By;
  readonly days: number;
}

/** Numbers as the help center last said them. */
export interface SaidNumbers extends AskedNumbers {
  readonly said: Numbers;
  /** When it said them; milliseconds. */
  readonly asOf: number;
}
