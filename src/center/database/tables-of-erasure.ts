import type { Generated } from 'kysely';

/** Erased contacts. */
export interface ErasureTables {
  /**
   * A contact that is erased. `address_key` is the keyed hash of its address, empty without one. `email` (in lower
   * case) and `name` are kept only until `ended_at`, when nothing of the contact is left in any table; `cleared_at`: when the database
   * had removed the deleted rows from its files too.
   */
  erasure: {
    id: Generated<number>;
    contact_id: number;
    address_key: string;
    email: string | null;
    name: string;
    begun_at: number;
    ended_at: number | null;
    cleared_at: number | null;
  };
  /** A conversation that an erasure concerns. `upto`: its messages up to this id are gone through. */
  erasure_conversation: {
    erasure_id: number;
    conversation_id: number;
    upto: number;
    is_done: 0 | 1;
  };
  /** The keyed hash of a mail that was erased: it is not taken in again. */
  erased_mail: {
    hash: string;
    erasure_id: number;
  };
}
