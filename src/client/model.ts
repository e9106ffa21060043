import type * as contract from '../contract/model.ts';
import type { ExtraFlag, ExtraIds, Paragraphs, Timestamp } from '../contract/schema.ts';
import type { SafeBlock, SafeText } from '../text/safe.ts';

/**
 * A resource as the desk holds it, derived from the contract: every text is safe, every time is a number (milliseconds
 * since 1970), and every field that another help center may omit can be null; only `id` is certain.
 */
export type Shown<T> = T extends Paragraphs
  ? SafeBlock
  : T extends Timestamp
    ? number | null
    : T extends ExtraFlag
      ? boolean | null
      : T extends ExtraIds
        ? readonly number[] | null
        : T extends string
          ? string extends T
            ? SafeText
            : T | null
          : T extends number
            ? number | null
            : T extends readonly (infer Item)[]
              ? readonly ShownItem<Item>[]
              : T extends object
                ? ShownObject<T>
                : T;

type ShownItem<T> = T extends number ? number : Shown<T>;
type ShownObject<T> = {
  readonly [K in keyof T]: K extends 'id' | 'conversation_id'
    ? null extends T[K]
      ? number | null
      : number
    : Shown<T[K]>;
};

export type Inbox = Shown<contract.Inbox>;
type Whole = Shown<contract.Conversation>;
/** The name of a field of a conversation. */
export type ConversationField = keyof Whole;
/** A conversation. */
export type Conversation = Whole & {
  /** The fields that its answers did not have; absent if they had all of them. */
  readonly unsaid?: readonly ConversationField[];
  /** The fields that its last answer left out are those read before, and may have changed since. */
  readonly isRemembered?: true;
};
export type Earlier = Shown<contract.Earlier>;
export type Message = Shown<contract.Message>;
export type AttachmentSummary = Shown<contract.AttachmentSummary>;
export type Note = Shown<contract.Note>;
export type Review = Shown<contract.Review>;
export type HistoryEntry = Shown<contract.HistoryEntry>;
export type HistoryNews = Shown<contract.HistoryNews>;
export type ConversationStatus = Shown<contract.ConversationStatus>;
export type Tag = Shown<contract.Tag>;
export type Agent = Shown<contract.Agent>;
export type Team = Shown<contract.Team>;
export type Rule = Shown<contract.Rule>;
export type SavedReply = Shown<contract.SavedReply>;
export type Numbers = Shown<contract.Numbers>;
export type NumbersRow = Shown<contract.NumbersRow>;
export type { Notify } from '../contract/model.ts';
export type MailOut = Shown<contract.MailOut>;
export type Contact = Shown<contract.Contact>;

/** The number of all that a list's filter matches. */
export interface ListTotal {
  readonly number: number;
  /** There are more: the help center counted no further. */
  readonly isMore: boolean;
}
