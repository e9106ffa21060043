import { durationText } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Conversation } from '../world.ts';

/** When the answer that a customer waits for is due, in milliseconds since 1970; null if it has no due time. */
export function dueOf({ due_at: due, waiting_since: since, snoozed }: Conversation): number | null {
  return since === null || snoozed ? null : (due ?? null);
}

/** How long until an answer is due, or how long it has been: `due 40 m`, `late 2 h`. */
export function dueWords(due: number, now: number): SafeText {
  return due > now ? t`due ${durationText(due - now)}` : t`late ${durationText(now - due)}`;
}
