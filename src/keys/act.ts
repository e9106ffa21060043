import { whyLost } from '../state/conversation/lost.ts';
import type { Desk } from '../state/desk.ts';
import { targetsOf } from '../state/list/marks.ts';
import { whyReadOnly } from '../state/read-only.ts';
import { whyNotAsked } from '../state/world/offline.ts';
import type { World } from '../state/world.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import type { AnyAction, KeyStroke } from './action.ts';
import { say, topOverlay } from './overlay.ts';

/** Runs an action, or says why it cannot act now. */
export function act(desk: Desk, action: AnyAction): void {
  const { overlays } = desk.world();
  const reason = whyUnavailable(action, desk.world());
  if (reason !== undefined) say(desk, reason);
  else action.run(desk);
  const takesText = action.flows?.[0]?.takesText;
  if (takesText && desk.world().overlays === overlays)
    desk.set({ typedOn: { untilMs: untilSeen(desk), isSaid: false } });
}

function takesText(world: World): boolean {
  const top = topOverlay(world);
  const state = top?.state.parts[top.state.at];
  return state !== undefined && 'draft' in state && state.draft !== null;
}

/** An agent who types without looking goes on to the next key after this time, besides the line's round trip. */
const TYPING_MS = 500;

function untilSeen(desk: Desk): number {
  return desk.elapsed() + TYPING_MS + (desk.world().wire.roundTripMs ?? 0);
}

/** Keys of a text besides those that type a character. */
const WRITES = new Set(['enter', 'tab', 'backspace']);

/**
 * Whether a key was meant for a box of text that did not open: it is dropped, and the notice says so. Such typing ends
 * with a pause, or with a key that writes nothing.
 */
export function isTypedOn(desk: Desk, { name, text }: KeyStroke): boolean {
  const { typedOn, notice } = desk.world();
  if (!typedOn) return false;
  const isMeant = !takesText(desk.world()) && (text !== undefined || WRITES.has(name));
  if (!isMeant || desk.elapsed() >= typedOn.untilMs) {
    desk.set({ typedOn: null });
    return false;
  }
  desk.set({ typedOn: { untilMs: untilSeen(desk), isSaid: true } });
  if (!typedOn.isSaid) say(desk, join([...(notice ? [notice.text] : []), t`what you typed on was dropped`], t` · `));
  return true;
}

/** Why an action cannot act now; undefined if it can. */
export function whyUnavailable(action: AnyAction, world: World): SafeText | undefined {
  return (
    (action.writes ? whyReadOnly(world) : undefined) ??
    (action.writes && action.scope === 'conversations' ? whyLost(world, targetsOf(world)) : undefined) ??
    action.unavailable?.(world) ??
    (action.needsServer ? whyNotAsked(world) : undefined)
  );
}
