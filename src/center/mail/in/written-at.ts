import type { Mail } from '../../intake/mime/parse-mail.ts';

const DAY_MS = 86_400_000;

/**
 * The time of a live mail's message, in milliseconds: when its sender wrote it, if that is at most a day before it
 * arrived; else when it arrived. A wrong clock hides no mail among old ones.
 */
export function writtenAt({ sentAt, receivedAt }: Pick<Mail, 'sentAt' | 'receivedAt'>, now: number): number {
  const arrived = Math.min(receivedAt ?? now, now);
  return sentAt <= arrived && sentAt >= arrived - DAY_MS ? sentAt : arrived;
}
