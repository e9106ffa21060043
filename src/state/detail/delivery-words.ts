import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Message } from '../world.ts';

/** `· sent 09:40`: how far a message of ours has come; null if nothing is known of its way. */
export function deliveryWords({ delivery, created_at }: Message, now: number): SafeText | null {
  if (!delivery) return null;
  const { state, at, reason } = delivery;
  const time = at === null ? t`` : t` ${clock(at, created_at ?? now, now)}`;
  switch (state) {
    case 'held':
      return t`· held`;
    case 'queued':
      return t`· queued`;
    case 'sent':
      return t`· sent${time}`;
    case 'failed':
      return reason ? t`· not delivered${time}: ${reason}` : t`· not delivered${time}`;
    default:
      return null;
  }
}
