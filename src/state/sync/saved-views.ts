import { messageOf } from '../../text/message-of.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import type { ViewsEdit, ViewsEdited } from '../query/view-edits.ts';
import { readNumbers } from './numbers.ts';

/**
 * Changes the saved views: here at once, so that the next key acts on them, then in their file, joined with those of
 * other desks. Resolves with the reason if they could not be changed; then they are as they were.
 */
export async function changeViews(desk: Desk, edit: ViewsEdit): Promise<SafeText | undefined> {
  const { savedViews } = desk.world();
  const here = edit(savedViews);
  if ('problem' in here) return here.problem;
  desk.set({ savedViews: here.saved });
  const kept = await attemptToKeep(desk, edit);
  desk.set({ savedViews: 'saved' in kept ? kept.saved : savedViews });
  void readNumbers(desk);
  return 'problem' in kept ? kept.problem : undefined;
}

async function attemptToKeep(desk: Desk, edit: ViewsEdit): Promise<ViewsEdited> {
  try {
    return await desk.hooks.keepViews(edit);
  } catch (error) {
    const reason = safeLine(messageOf(error));
    return { problem: t`The views are as they were: ${reason}` };
  }
}
