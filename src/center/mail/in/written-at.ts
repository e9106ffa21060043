import type { Mail } from '../../intake/mime/parse-mail.ts';

const DAY_MS = 86_400_000;

/**
 * The time of a live mail's message, in milliseconds: when its sender wrote it, if that is at most a day before it
 * arrived and not before the last message of its conversation; else when it arrived. A wrong clock hides no mail among
 * old ones, and a mail that crosses our answer is not taken for answered.
 */
export function writtenAt(
  { sentAt, receivedAt }: Pick<Mail, 'sentAt' | 'receivedAt'>,
  now: number,
  lastMessageAt = 0,
): number {
  const arrived = Math.min(receivedAt ?? now, now);
  const isCredible = sentAt <= arrived && sentAt >= arrived - DAY_MS && sentAt >= lastMessageAt;
  return isCredible ? sentAt : Math.max(arrived, lastMessageAt);
}
