import { topOverlay } from '../keys/overlay.ts';
import type { Desk } from '../state/context.ts';

/** How long a line waits for what it reads: for a list or a conversation, and for anything else. */
const READ_MS = 10_000;
const OTHER_MS = 2_000;
const LOOK_MS = 10;
/** Between two requests of one action nothing may be under way for a few turns. */
const QUIET_TURNS = 4;

/** Waits until what was typed has had its effect, but not for the answer to a change. */
export async function settle(desk: Desk, isBusy: () => boolean): Promise<void> {
  const begun = desk.elapsed();
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    await new Promise<void>(resolve => {
      setImmediate(resolve);
    });
    const limit = isReading(desk) ? READ_MS : isBusy() ? OTHER_MS : 0;
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
  if (top?.kind === 'field' && top.isSending) return true;
  return world.list.loading === 'first' || (world.pane === 'detail' && world.detail.loading);
}
