import { type Additions, empty, optionalWhole, zero } from './columns.ts';

/** As in the baseline, without rows that have no due time: without targets these indexes are empty. */
const waits = 'kind = 4 and +since > 0 and shelf = 0 and status_id <> 2 and due_at is not null';

function due(columns: string): string {
  return `conversation_mark (${columns})
      where ${waits}`;
}

/**
 * Inboxes have a target in working minutes. The mark that says since when a customer waits also says when the answer is
 * due.
 */
export const additions: Additions = {
  columns: {
    inbox: { answer_within: zero, hours: empty, zone: empty, holidays: empty, due_stale: zero },
    conversation_mark: { due_at: optionalWhole },
  },
  indexes: {
    '"conversation_mark_waiting_by_due"': due(
      'kind, due_at, conversation_id, status_id, home_id, assign_key, shelf, since',
    ),
    '"conversation_mark_waiting_by_home_due"': due(
      'kind, home_id, due_at, conversation_id, status_id, assign_key, shelf, since',
    ),
    // The few open conversations that concern an agent: unread, waiting, and due ones.
    '"conversation_mark_open_by_assignee"': `conversation_mark (kind, assign_key, shelf, last_message_at, conversation_id,
      status_id, home_id, since, due_at, at, message_id) where kind = 4 and shelf = 0 and status_id <> 2`,
  },
};
