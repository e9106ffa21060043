import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Why this agent cannot change anything here. An API key may; an unknown caller is left to the help center. */
export function whyNoChange(world: World): SafeText | undefined {
  const isAgent = world.me?.role === 'agent';
  const whyNotAdmin = isAgent ? t`Only admins may change this. Ask one of them.` : undefined;
  return whyReadOnly(world) ?? whyNotAdmin ?? whyNotAsked(world);
}

/** Why nothing is written that every agent may change. */
export function whyNotWritten(world: World): SafeText | undefined {
  return whyReadOnly(world) ?? whyNotAsked(world);
}

/** Whether this agent may change something here; if not, says why. */
export function mayChange(desk: Desk, why = whyNoChange): boolean {
  const reason = why(desk.world());
  if (reason !== undefined) say(desk, reason);
  return reason === undefined;
}
