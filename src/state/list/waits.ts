import { span } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Conversation } from '../world.ts';

/** How long the customer has waited for an answer; empty if nobody waits. */
export function waitsText({ waiting_since: since }: Conversation, now: number): SafeText {
  return typeof since === 'number' ? t`waits ${span(Math.max(0, now - since))}` : t``;
}
