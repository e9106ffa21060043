import type { Desk } from '../state/context.ts';
import { safeLine, t } from '../text/safe.ts';
import { say } from './overlay.ts';

/** What the agent's own editor makes of a text; undefined where it did not work, which the footer then says. */
export async function inEditor(desk: Desk, text: string): Promise<string | undefined> {
  try {
    return await desk.editor(text);
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    say(desk, t`The editor did not work: ${safeLine(reason)}`);
    return undefined;
  }
}
