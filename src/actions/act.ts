import type { Desk } from '../state/context.ts';
import type { Action } from './action.ts';
import { say } from './overlay.ts';

/** Runs an action, or says why it cannot act now. */
export function act(desk: Desk, action: Action): void {
  const reason = action.unavailable?.(desk.world());
  if (reason !== undefined) say(desk, reason);
  else action.run(desk);
}
