import { type Additions, optionalText } from './columns.ts';

/** Until which day an agent is away. */
export const additions: Additions = { columns: { agent: { away_until: optionalText } } };
