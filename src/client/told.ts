import { Conversation as Schema } from '../contract/conversation.ts';
import { completed } from './conversation.ts';
import { type Decode, unusable } from './decode.ts';
import type { Conversation } from './model.ts';

/** Reads what the events of a help center tell beside ids, as the desk holds it. */
export interface Told {
  /** Reads the rows of conversations, and leaves out those that it cannot read. */
  conversations(rows: readonly unknown[]): readonly Conversation[];
}

/** Makes the reader of events. */
export function createTold(decode: Decode): Told {
  return {
    conversations: rows =>
      rows.flatMap(row => {
        const read = decode(Schema, row);
        return read === unusable ? [] : completed(read as Conversation, row);
      }),
  };
}
