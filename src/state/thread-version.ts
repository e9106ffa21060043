import type { Conversation } from './world.ts';

/** What a change may alter without touching a message or a note. */
const BESIDE_THREAD = [
  'title',
  'conversation_status_id',
  'inbox_id',
  'assign_to',
  'disable_rating',
  'tags',
  'archived',
] as const satisfies readonly (keyof Conversation)[];

/** What every change of a message or a note alters, as far as a row shows it. */
const OF_THREAD = [
  'message_count',
  'note_count',
  'last_message_at',
  'delivery_failed',
  'merged_into',
] as const satisfies readonly (keyof Conversation)[];

function isSame(a: Conversation, b: Conversation, field: keyof Conversation): boolean {
  return JSON.stringify(a[field]) === JSON.stringify(b[field]);
}

/**
 * Whether the messages and notes of a conversation are the same after a change of it: a single one, which altered
 * something else. What an edited note or a mail that was sent alters is in no row.
 */
export function isSameThread(former: Conversation, now: Conversation): boolean {
  if (former.version === now.version) return true;
  if (former.version === null || now.version !== former.version + 1) return false;
  return (
    OF_THREAD.every(field => isSame(former, now, field)) && BESIDE_THREAD.some(field => !isSame(former, now, field))
  );
}
