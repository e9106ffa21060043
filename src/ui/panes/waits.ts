import type { Conversation } from '../../state/world.ts';
import type { Look } from '../theme.ts';

const DAY_MS = 24 * 60 * 60_000;
/** From these ages on a waiting customer stands out. */
const LATE_MS = DAY_MS;
const TOO_LATE_MS = 3 * DAY_MS;

/** The look of how long a customer waits: bold after a day, red after three. No yellow of the 16 can be read on a white background. */
export function waitsLook({ waiting_since: since }: Conversation, now: number): Look {
  if (typeof since !== 'number' || now - since < LATE_MS) return 'plain';
  return now - since < TOO_LATE_MS ? 'bold' : 'problem';
}
