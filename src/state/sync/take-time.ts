import { durationText } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import type { World } from '../world.ts';
import type { CenterClock } from './center-clock.ts';

/**
 * Uses the help center's time for everything that the desk shows and compares from now on, if it is later than
 * `withinMs`.
 */
export function takeTime(desk: Desk, withinMs = 0): void {
  const now = desk.centerNow();
  if (Math.abs(now - desk.world().now) > withinMs) desk.set({ now });
}

const MINUTE_MS = 60_000;

/** Says once that this machine's clock differs from the help center's; the line goes when that is over. */
export function sayOtherTime(desk: Desk, clock: CenterClock): void {
  const ahead = clock.machineAhead();
  const clockAheadMs = Math.abs(ahead) > MINUTE_MS ? Math.round(ahead / MINUTE_MS) * MINUTE_MS : 0;
  const { clockAheadMs: former, notice } = desk.world();
  if (Math.abs(clockAheadMs - former) <= MINUTE_MS && (clockAheadMs === 0) === (former === 0)) return;
  desk.set({ clockAheadMs });
  const text = otherTimeWords(desk.world());
  if (text !== undefined) desk.notify({ tone: 'problem', text, topic: 'clock' });
  else if (notice?.topic === 'clock') desk.set({ notice: null });
}

/**
 * The words that this machine's clock differs from the help center's, and which one counts; undefined if it does not.
 */
export function otherTimeWords({ clockAheadMs }: Pick<World, 'clockAheadMs'>): SafeText | undefined {
  if (clockAheadMs === 0) return undefined;
  const side = clockAheadMs > 0 ? t`ahead of` : t`behind`;
  return t`This machine's clock is ${durationText(Math.abs(clockAheadMs))} ${side} the help center's. Times here follow the help center.`;
}
