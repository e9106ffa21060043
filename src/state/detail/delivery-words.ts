import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Message } from '../world.ts';

/** How far a message of ours has come, in words. */
export interface Delivery {
  readonly words: SafeText;
  readonly hasFailed: boolean;
}

/** `· sent 09:40`; null if nothing is known of the message's way. */
export function deliveryWords({ delivery, created_at }: Message, now: number): Delivery | null {
  if (!delivery) return null;
  const { state, at, reason } = delivery;
  const time = at === null ? t`` : t` ${clock(at, created_at ?? now, now)}`;
  switch (state) {
    case 'held':
      return { words: t`· held`, hasFailed: false };
    case 'queued':
      return { words: t`· queued`, hasFailed: false };
    case 'sent':
      return { words: t`· sent${time}`, hasFailed: false };
    case 'failed':
      return { words: reason ? t`Not delivered${time}: ${reason}` : t`Not delivered${time}`, hasFailed: true };
    default:
      return null;
  }
}
