import type { Desk } from '../state/context.ts';
import { whyNotAsked } from '../state/offline.ts';
import { whyReadOnly } from '../state/read-only.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import type { AnyAction } from './action.ts';
import { say } from './overlay.ts';

/** Runs an action, or says why it cannot act now. */
export function act(desk: Desk, action: AnyAction): void {
  const reason = whyUnavailable(action, desk.world());
  if (reason !== undefined) say(desk, reason);
  else action.run(desk);
}

/** Why an action cannot act now; undefined if it can. */
export function whyUnavailable(action: AnyAction, world: World): SafeText | undefined {
  return (
    (action.changes ? whyReadOnly(world) : undefined) ??
    action.unavailable?.(world) ??
    (action.asks ? whyNotAsked(world) : undefined)
  );
}
