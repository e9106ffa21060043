import * as v from 'valibot';
import type { Conversation, HistoryNews } from '../../../client/model.ts';
import { ConversationRow } from '../../../contract/conversation.ts';
import { described } from '../../../contract/described.ts';
import { historyNews } from '../../../contract/history.ts';
import { safeLine } from '../../../text/safe.ts';
import { ShellError } from '../../shell-error.ts';

/** Where to go on: after this entry of the history, in this epoch of the help center. */
export interface EventCursor {
  readonly id: number;
  readonly epoch: string | undefined;
}

/** A cursor as it is printed and typed: `812`, or `812@epoch` at a help center that was restored from a backup. */
export function cursorText({ id, epoch }: EventCursor): string {
  return epoch === undefined ? `${id}` : `${id}@${epoch}`;
}

/** The cursor in a text; undefined for any other text. */
export function readEventCursor(text: string): EventCursor | undefined {
  const [, id, epoch] = /^(\d{1,15})(?:@([\w-]{1,64}))?$/.exec(text.trim()) ?? [];
  return id === undefined ? undefined : { id: Number(id), epoch };
}

const { event, created_at, by, via, changes } = historyNews;

/** One event: a change of a conversation. */
export const Event = described({
  id: [v.string(), 'Its cursor, for `--since`.'],
  type: event,
  at: created_at,
  by,
  via,
  changes,
  inbox: [v.nullable(v.string()), 'The slug of the inbox that the conversation is in now; null if it is in none.'],
  conversation: [ConversationRow, 'The conversation as a list shows it now.'],
});

/** The event of an entry of the history. */
export function eventOf(cursor: EventCursor, entry: HistoryNews, conversation: Conversation, inbox: string | null) {
  const { event: type, created_at: at } = entry;
  return {
    id: cursorText(cursor),
    type,
    at,
    by: entry.by,
    via: entry.via,
    changes: entry.changes,
    inbox,
    conversation,
  };
}
export type Event = ReturnType<typeof eventOf>;

/** `--since` as it is typed. */
export function sinceIn(given: string): EventCursor | 'now' | 'start' {
  if (given === 'now' || given === 'start') return given;
  const cursor = readEventCursor(given);
  if (cursor) return cursor;
  throw new ShellError(`--since takes the id of an event, start or now, not “${safeLine(given)}”. Nothing was read.`);
}
