import type { Desk } from '../state/context.ts';
import { t } from '../text/safe.ts';
import { reasonOf, say } from './overlay.ts';

/**
 * What the agent's own editor makes of a text; undefined where it did not work, which the footer then says. `keep` gets
 * what was saved where the desk ends before the editor.
 */
export async function inEditor(desk: Desk, text: string, keep: (saved: string) => void): Promise<string | undefined> {
  try {
    return await desk.editor(text, keep);
  } catch (problem) {
    say(desk, t`The editor did not work: ${reasonOf(problem)}`);
    return undefined;
  }
}
