import type { Row } from '../../database/tables.ts';
import { ERASED_PLACE } from '../access.ts';

/** The id of the built-in status `closed`. */
export const CLOSED_STATUS_ID = 2;

/**
 * The values of a conversation's `place`, which tells in which lists it is: put off, it is among those listed. An erased
 * one is in no list, and no caller sees it: only its history, its spans and its ratings are left, for the numbers.
 */
export const places = { listed: 0, archived: 1, merged: 2, mergedArchived: 3, erased: ERASED_PLACE } as const;

/** Whether a conversation is in the archive. */
export function isArchived({ place }: Pick<Row<'conversation'>, 'place'>): boolean {
  return place === places.archived || place === places.mergedArchived;
}

/** The columns that say whether a customer waits in a conversation. */
export const waitingColumns = ['place', 'snoozed_until', 'status_id', 'since'] as const;

/**
 * Whether a customer waits: a person asked something, and the conversation is in the lists, neither closed nor put
 * off.
 */
export function waits(one: Pick<Row<'conversation'>, (typeof waitingColumns)[number]>): boolean {
  return (
    one.since !== null &&
    one.place === places.listed &&
    one.snoozed_until === null &&
    one.status_id !== CLOSED_STATUS_ID
  );
}
