import type { Desk } from '../state/context.ts';
import { t } from '../text/safe.ts';
import { say } from './overlay.ts';
import { reasonOf } from './reason-of.ts';

/** What the agent's own editor makes of a text; undefined where it did not work, which the footer then says. */
export async function inEditor(desk: Desk, text: string): Promise<string | undefined> {
  try {
    return await desk.editor(text);
  } catch (problem) {
    say(desk, t`The editor did not work: ${reasonOf(problem)}`);
    return undefined;
  }
}
