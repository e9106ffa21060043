import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { AccessTables } from './tables-of-access.ts';
import type { AttentionTables } from './tables-of-attention.ts';
import type { ErasureTables } from './tables-of-erasure.ts';
import type { MailTables } from './tables-of-mail.ts';

/** A boolean in the form of both databases. */
export type Flag = 0 | 1;

/** Every table of the help center, the same on SQLite and PostgreSQL. Times are milliseconds since 1970. */
export interface Tables extends AccessTables, AttentionTables, ErasureTables, MailTables {
  /**
   * `email_key` is the address in lower case, its domain in A-labels; with `password_hash` null nobody can sign in as this agent. `read_…`: see
   * `ReadState`.
   */
  agent: {
    id: Generated<number>;
    name: string;
    email: string;
    email_key: string;
    role: 'agent' | 'admin';
    password_hash: string | null;
    disabled: Generated<Flag>;
    read_floor: Generated<number>;
    read_first: Generated<number>;
    notify: Generated<'mail' | 'desk' | 'none'>;
    /** If the agent is away: the day (`YYYY-MM-DD`) on which it is back, in the help center's zone. Null otherwise. */
    away_until: Generated<string | null>;
    created_at: number;
    updated_at: number;
  };
  /** `name_key` is the name in lower case. */
  conversation_status: {
    id: Generated<number>;
    name: string;
    name_key: string;
    kind: 'open' | 'closed' | 'custom';
  };
  /** `email_key` is the address in lower case, its domain in A-labels. */
  contact: {
    id: Generated<number>;
    name: string;
    email: string | null;
    email_key: string | null;
    created_at: number;
    updated_at: number;
  };
  /** The team's notes about a contact. The row with the highest version is the present one; an empty text is not a note. */
  contact_note: { contact_id: number; version: number; agent_id: number | null; details: string; created_at: number };
  /** `hash` is the SHA-256 of the content in hexadecimal and its name on disk; several rows may share a file. */
  attachment: {
    id: Generated<number>;
    name: string;
    content_type: string;
    size: number;
    hash: string;
    agent_id: number | null;
    created_at: number;
  };
  /**
   * `version` counts changes of the settings. `answer_within` to `holidays`: see text/target.ts, the holidays separated
   * by blanks; with `due_stale` 1 they changed, and not all of its conversations have a due time by them.
   */
  inbox: {
    id: Generated<number>;
    name: string;
    description: string;
    slug: string;
    sort: number;
    kind: 'default' | 'spam' | 'normal';
    send_autoresponse: Flag;
    autoresponse_text: string;
    send_rating_request: Flag;
    rating_message: string;
    signature: Generated<string>;
    quote: Generated<'default' | 'none' | 'last' | 'all'>;
    answer_within: Generated<number>;
    hours: Generated<string>;
    zone: Generated<string>;
    holidays: Generated<string>;
    due_stale: Generated<Flag>;
    version: Generated<number>;
    created_at: number;
    updated_at: number;
  };
  /** An address of an inbox; `email_key` is the same in lower case. */
  inbox_email: {
    id: Generated<number>;
    inbox_id: number;
    email: string;
    email_key: string;
    status: 'primary' | 'secondary';
  };
  /**
   * `home_id` is the inbox, and stays if that inbox is deleted (`inbox_id` is null then); ids are never used twice.
   * `place`: 0 in the lists, put off too, 1 archived, 2 merged away, 3 both, 8 erased. `snoozed_until`, `snooze_keep`, `snoozed_by`: see snooze.ts; null or 0 unless put off.
   * `woken_from`: the time until which it was put off when a customer's answer brought it back.
   * Its times are whole seconds. `assign_key`: `assign_to`, or 0 for nobody. `version` counts every change. `tag_set_id`:
   * see tag-set.ts. `delivery_failed`: see delivery.ts. `asked_at` and `asked_id`: a customer's last word that no agent has
   * answered, to the millisecond, and its message unless it is unread for nobody; `since`: the first such message that no
   * machine wrote; `due_at`: when its answer is due. All null without one. `has_…`, `by_machine`: see held.ts.
   */
  conversation: {
    id: Generated<number>;
    title: string;
    status_id: number;
    inbox_id: number | null;
    home_id: number;
    assign_to: number | null;
    disable_rating: Generated<Flag>;
    snoozed_until: Generated<number | null>;
    snooze_keep: Generated<Flag>;
    snoozed_by: Generated<number | null>;
    woken_from: Generated<number | null>;
    merged_into: number | null;
    requester_id: number | null;
    tag_set_id: Generated<number | null>;
    delivery_failed: Generated<Flag>;
    message_count: Generated<number>;
    note_count: Generated<number>;
    preview: Generated<string>;
    version: Generated<number>;
    created_at: number;
    updated_at: number;
    last_message_at: number;
    place: Generated<number>;
    asked_id: Generated<number | null>;
    asked_at: Generated<number | null>;
    since: Generated<number | null>;
    due_at: Generated<number | null>;
    has_note: Generated<Flag>;
    has_file: Generated<Flag>;
    has_review: Generated<Flag>;
    has_side: Generated<Flag>;
    by_machine: Generated<Flag>;
    assign_key: Generated<number>;
  };
  /** The help desk that a conversation was exported from, and its id there. */
  conversation_origin: { conversation_id: number; source: string; external_id: string };
  /** `position` orders a conversation's contacts; the lowest is the requester. */
  conversation_contact: {
    conversation_id: number;
    contact_id: number;
    position: number;
  };
  /** The conversation goes on from the former one, which was closed long before its customer wrote again. */
  conversation_continued: { conversation_id: number; former_id: number };
  /** `name` as first written; `name_key` is compared (lower case). */
  tag: {
    id: Generated<number>;
    name: string;
    name_key: string;
  };
  conversation_tag: { conversation_id: number; tag_id: number };
  /**
   * Written by `agent_id`, by `contact_id`, from an inbox's `from_address` (an import), by an API key or by the service
   * (all null). `automatic` 1: a machine wrote it. `unverified` 1: its author is not verified.
   * `side` 1: it is written to a third party, who gets the message `forwards`, or is that one's answer.
   */
  message: {
    id: Generated<number>;
    conversation_id: number;
    kind: 'contact' | 'agent' | 'system';
    event: 'conversation.merged_with' | null;
    merged_with: number | null;
    agent_id: number | null;
    contact_id: number | null;
    from_address: Generated<string | null>;
    automatic: Generated<Flag>;
    unverified: Generated<Flag>;
    side: Generated<Flag>;
    forwards: Generated<number | null>;
    body_text: string;
    body_html: string | null;
    created_at: number;
  };
  /** An internal note; `agent_id` null if an API key wrote it. */
  note: {
    id: Generated<number>;
    conversation_id: number;
    agent_id: number | null;
    details: string;
    created_at: number;
  };
  /** A note calls an agent. */
  note_mention: {
    note_id: number;
    agent_id: number;
  };
  /** A customer’s rating, 1 to 5, with a comment that may be empty. */
  review: {
    id: Generated<number>;
    conversation_id: number;
    contact_id: number | null;
    rating: number;
    comment: string;
    created_at: number;
  };
  /**
   * `changes` is JSON: `{"field": {"from", "to"}}`. `by_mail` 1: caused by incoming mail; null: written before this was
   * recorded. `by_key`: the name of the API key or the rule that did it. `via`: see `vias` in the contract; null as `by_mail`.
   */
  history: {
    id: Generated<number>;
    conversation_id: number;
    event: string;
    agent_id: number | null;
    by_mail: Generated<Flag | null>;
    by_key: Generated<string | null>;
    via: Generated<string | null>;
    changes: string;
    created_at: number;
  };
  /** Facts about the help center itself, such as the secret that signs cursors. */
  setting: { key: string; value: string };
  /**
   * An item of a job that has failed: how often, why at last, since when, and when it is tried again. `item` is an id, or
   * 0; one that is done has no row.
   */
  job_fault: { job: string; item: number; tries: number; fault: string; since: number; due_at: number };
  team_agent: { team_id: number; agent_id: number };
  inbox_team: { inbox_id: number; team_id: number };
  inbox_agent: { inbox_id: number; agent_id: number };
  inbox_subscription: { inbox_id: number; agent_id: number };
  /** The agents who could see an inbox when it was deleted. */
  former_access: { inbox_id: number; agent_id: number };
  message_attachment: { message_id: number; attachment_id: number; position: number; inline: Generated<Flag> };
  note_attachment: { note_id: number; attachment_id: number; position: number };
  /**
   * `owner_id` null: the team's. `name_key` is compared (lower case), unique for each owner. `actions` is JSON. `version`
   * counts every change.
   */
  saved_reply: {
    id: Generated<number>;
    owner_id: number | null;
    name: string;
    name_key: string;
    text: string;
    actions: string;
    version: number;
    updated_at: number;
  };
  saved_reply_attachment: { saved_reply_id: number; attachment_id: number; position: number };
  /** A saved reply is meant for this inbox, and stays so if that is deleted: then it is not meant for all. */
  saved_reply_inbox: { saved_reply_id: number; inbox_id: number };
  /** `definition` is JSON: `{name, when, do}`. `name_key` is its name as it is compared. */
  rule: { id: Generated<number>; name_key: string; definition: string; enabled: Flag; sort: number };
}

/** A row of a table as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** A row of a table as it is inserted. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;

/** The database as a handler sees it: within its transaction. */
export type Db = Kysely<Tables>;
