import type { Desk } from '../state/context.ts';
import { t } from '../text/safe.ts';
import { reasonOf, say } from './overlay.ts';

/**
 * The text after editing it in the agent's own editor; undefined if the editor failed, which the footer then says.
 * `keep` receives the saved text if the desk ends before the editor.
 */
export async function inEditor(desk: Desk, text: string, keep: (saved: string) => void): Promise<string | undefined> {
  try {
    return await desk.editor(text, keep);
  } catch (problem) {
    say(desk, t`The editor did not work: ${reasonOf(problem)}`);
    return undefined;
  }
}
