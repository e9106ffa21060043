import type { Desk } from '../state/desk.ts';
import type { Notice, Overlay, World } from '../state/world.ts';
import { messageOf } from '../text/message-of.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';

/** The overlay that has the keys; undefined if the panes have them. */
export function topOverlay(world: World): Overlay | undefined {
  return world.overlays.at(-1);
}

/** Whether the uppermost overlay is a list to choose from. */
export function isChoosing(world: World): boolean {
  const top = topOverlay(world);
  return top?.state.parts[top.state.at]?.kind === 'choices';
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

/** Leaves the uppermost overlay without applying it; its error is dropped. */
export function leaveOverlay(desk: Desk): void {
  closeOverlay(desk);
  endProblem(desk);
}

/** Drops the error of a box that is left. */
export function endProblem(desk: Desk): void {
  const { notice } = desk.world();
  if (notice?.tone === 'problem' && !notice.sticky) desk.set({ notice: null });
}

/** Shows a notice in the footer. */
export function say(desk: Desk, text: SafeText, tone: Notice['tone'] = 'problem'): void {
  desk.notify({ tone, text });
}

/** Removes the notice of a problem that is over. */
export function endNotice(desk: Desk, topic: Notice['topic']): void {
  if (desk.world().notice?.topic === topic) desk.set({ notice: null });
}

/** The message of any thrown value. */
export function messageLine(problem: unknown): SafeText {
  return safeLine(messageOf(problem));
}

/**
 * The text after editing it in the agent's own editor; undefined if the editor failed, which the footer then says.
 * `keep` receives the saved text if the desk ends before the editor.
 */
export async function inEditor(desk: Desk, text: string, keep: (saved: string) => void): Promise<string | undefined> {
  try {
    const edited = await desk.hooks.editor(text, keep);
    endNotice(desk, 'editor');
    return edited;
  } catch (problem) {
    desk.notify({ tone: 'problem', text: t`The editor did not work: ${messageLine(problem)}`, topic: 'editor' });
    return undefined;
  }
}
