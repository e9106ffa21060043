import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { planHeads } from './to-fill.ts';

/** The heads of stored mails are read later, while the help center serves. */
export function readMailAgain(db: Kysely<never>): Promise<void> {
  return planHeads(db as unknown as Kysely<Tables>);
}
