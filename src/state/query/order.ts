import type { Conversation, Sort } from '../world.ts';

type SortField = 'last_message_at' | 'updated_at' | 'created_at' | 'waiting_since' | 'due_at' | 'snoozed_until';

const keys: Readonly<Record<Sort, { field: SortField; direction: 1 | -1 }>> = {
  newest: { field: 'last_message_at', direction: -1 },
  oldest: { field: 'last_message_at', direction: 1 },
  updated: { field: 'updated_at', direction: -1 },
  created: { field: 'created_at', direction: -1 },
  waiting: { field: 'waiting_since', direction: 1 },
  due: { field: 'due_at', direction: 1 },
  later: { field: 'snoozed_until', direction: 1 },
};

/** The names of all orders. */
export const sorts = Object.keys(keys) as readonly Sort[];

/** The order in the form of the help center. */
export function sortParameter(sort: Sort) {
  return `${keys[sort].field}.${keys[sort].direction === 1 ? 'asc' : 'desc'}` as const;
}

/** Conversations that only an answer brings back come last. */
function backAt({ snoozed }: Conversation): number {
  return snoozed ? (snoozed.until ?? Number.MAX_SAFE_INTEGER) : 0;
}

/** Negative if `a` stands before `b` in a list of this order; ties go by id, in the order's direction. */
export function compareBy(sort: Sort) {
  const { field, direction } = keys[sort];
  const at = (one: Conversation): number => (field === 'snoozed_until' ? backAt(one) : (one[field] ?? 0));
  return (a: Conversation, b: Conversation): number => direction * (at(a) - at(b) || a.id - b.id);
}

/**
 * Where a conversation belongs among sorted rows. Rows that are not loaded are skipped; they are far from any row being
 * inserted.
 */
export function insertPosition(
  rows: readonly number[],
  conversation: Conversation,
  compare: (a: Conversation, b: Conversation) => number,
  read: (id: number) => Conversation | undefined,
): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let probe = middle;
    let found = read(rows[probe]!);
    while (!found && probe + 1 < high) found = read(rows[++probe]!);
    if (found && compare(found, conversation) < 0) low = probe + 1;
    else high = middle;
  }
  return low;
}

interface Timed {
  readonly id: number;
  readonly created_at: number | null;
}

/** Negative if `a` was created before `b`: an entry without a time comes first, ties go by id. */
export function byTime(a: Timed, b: Timed): number {
  return (a.created_at ?? 0) - (b.created_at ?? 0) || a.id - b.id;
}
