import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Why this agent may change nothing here. An API key may; an unknown caller is left to the help center. */
export function whyFixed(world: World): SafeText | undefined {
  const isAgent = world.me?.role === 'agent';
  return whyReadOnly(world) ?? (isAgent ? t`Only admins may change this. Ask one of them.` : undefined);
}

/** Why this agent cannot change anything here now. */
export function whyNoChange(world: World): SafeText | undefined {
  return whyFixed(world) ?? whyNotAsked(world);
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
