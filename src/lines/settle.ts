import { topOverlay } from '../keys/overlay.ts';
import type { Desk } from '../state/desk.ts';

/** How long a line waits for its reads: for a list or a conversation, and for anything else. */
const READ_MS = 10_000;
const OTHER_MS = 2_000;
const LOOK_MS = 10;
/** Between two requests of one action nothing may be under way for a few turns. */
const QUIET_TURNS = 4;

/** The work that a line may wait for, besides the desk itself. */
export interface PendingWork {
  /** Something that an action reads is under way. */
  readonly isBusy: () => boolean;
  /** An editor or a pager has the terminal: that takes as long as it takes. */
  readonly isAway: () => boolean;
}

/** Waits until the typed line has had its effect, but not for the answer to a change. */
export async function waitUntilSettled(desk: Desk, { isBusy, isAway }: PendingWork): Promise<void> {
  let begun = desk.elapsed();
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    await new Promise<void>(resolve => {
      setImmediate(resolve);
    });
    if (isAway()) begun = desk.elapsed();
    // The steps of long work leave turns to others.
    if (quiet === QUIET_TURNS - 1)
      await new Promise<void>(resolve => {
        desk.setTimer(resolve, LOOK_MS);
      });
    const isRunning = desk.world().commands.running !== null;
    const limit = isReading(desk) ? READ_MS : isBusy() || isAway() || isRunning ? OTHER_MS : 0;
    if (limit === 0) continue;
    if (desk.elapsed() - begun > limit) return;
    quiet = 0;
    await new Promise<void>(resolve => {
      desk.setTimer(resolve, LOOK_MS);
    });
  }
}

function isReading(desk: Desk): boolean {
  const world = desk.world();
  const top = topOverlay(world);
  if (top?.isBusy) return true;
  return world.list.loading === 'first' || (world.pane === 'detail' && world.detail.loading);
}
