import type { Desk } from '../state/context.ts';
import { targetsOf } from '../state/list/targets.ts';
import type { Notice, Overlay, World } from '../state/world.ts';
import { type SafeText, safeLine } from '../text/safe.ts';

/** The overlay that has the keys; undefined: the panes have them. */
export function topOverlay(world: World): Overlay | undefined {
  return world.overlays.at(-1);
}

/** Puts an overlay on top. */
export function openOverlay(desk: Desk, overlay: Overlay): void {
  desk.set({ overlays: [...desk.world().overlays, overlay], notice: null });
}

/** Takes the uppermost overlay away, or the uppermost `count`. */
export function closeOverlay(desk: Desk, count = 1): void {
  const { overlays } = desk.world();
  desk.set({ overlays: overlays.slice(0, Math.max(0, overlays.length - count)) });
}

/** Leaves the uppermost overlay without doing what it is for; what was wrong in it no longer matters. */
export function leaveOverlay(desk: Desk): void {
  closeOverlay(desk);
  endProblem(desk);
}

/** Changes the uppermost overlay. What was wrong in one of another kind no longer matters. */
export function replaceOverlay(desk: Desk, overlay: Overlay): void {
  if (topOverlay(desk.world())?.kind !== overlay.kind) endProblem(desk);
  desk.set({ overlays: [...desk.world().overlays.slice(0, -1), overlay] });
}

function endProblem(desk: Desk): void {
  const { notice } = desk.world();
  if (notice?.tone === 'problem' && !notice.sticky) desk.set({ notice: null });
}

/** Says something in the footer. */
export function say(desk: Desk, text: SafeText, tone: Notice['tone'] = 'problem'): void {
  desk.notify({ tone, text });
}

/** Opens an action's picker for what the keys act on now; the ids are taken here, at the press of the key. */
export function openPicker(desk: Desk, actionId: string, hasFilter: boolean, data?: unknown): void {
  const targets = targetsOf(desk.world());
  const draft = hasFilter ? { text: '', cursor: 0 } : null;
  openOverlay(desk, { kind: 'picker', actionId, targets, index: 0, draft, data });
}

/** Opens an action's field with a text in it, the cursor at its end. */
export function openField(desk: Desk, actionId: string, text: string, multiline = false): void {
  const targets = targetsOf(desk.world());
  openOverlay(desk, { kind: 'field', actionId, targets, draft: { text, cursor: text.length }, multiline });
}

/** What went wrong, in the words of whatever was thrown. */
export function reasonOf(problem: unknown): SafeText {
  return safeLine(problem instanceof Error ? problem.message : String(problem));
}
