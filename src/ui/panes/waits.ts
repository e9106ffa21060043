import type { Conversation } from '../../state/world.ts';
import { span } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Look } from '../theme.ts';

const DAY_MS = 24 * 60 * 60_000;
/** From these ages on a waiting customer stands out. */
const LATE_MS = DAY_MS;
const TOO_LATE_MS = 3 * DAY_MS;

/** How long the customer has waited for an answer; empty if nobody waits. */
export function waitsText({ waiting_since: since }: Conversation, now: number): SafeText {
  return typeof since === 'number' ? t`waits ${span(Math.max(0, now - since))}` : t``;
}

/** The look of that: bold after a day, red after three. No yellow of the 16 can be read on a white background. */
export function waitsLook({ waiting_since: since }: Conversation, now: number): Look {
  if (typeof since !== 'number' || now - since < LATE_MS) return 'plain';
  return now - since < TOO_LATE_MS ? 'bold' : 'problem';
}
