import { type Additions, optionalWhole, zero } from './columns.ts';

/** Which messages a third party was asked by, or answered with, and which message such a question forwards. */
export const additions: Additions = { columns: { message: { side: zero, forwards: optionalWhole } } };
