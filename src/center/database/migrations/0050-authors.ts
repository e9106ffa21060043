import { type Additions, optionalText } from './columns.ts';

/** The API key that made a change, by its name then, and the way by which each change came. */
export const additions: Additions = { columns: { history: { by_key: optionalText, via: optionalText } } };
