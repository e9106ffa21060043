import type { Desk } from '../context.ts';

/** Whether the help center has said who is calling, or that it does not say. */
export function isCallerKnown(desk: Desk): boolean {
  return desk.world().offers.me !== undefined;
}

/** Calls `then` after the help center has said who is calling. */
export function onceCallerKnown(desk: Desk, then: () => void): void {
  if (isCallerKnown(desk)) {
    then();
    return;
  }
  const stop = desk.store.subscribe(() => {
    if (!isCallerKnown(desk)) return;
    stop();
    then();
  });
}
