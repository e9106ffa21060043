import { type Additions, column } from './columns.ts';

/** How much of the thread goes out below an answer, by inbox. */
export const additions: Additions = {
  columns: { inbox: { quote: column('text', one => one.notNull().defaultTo('default')) } },
};
