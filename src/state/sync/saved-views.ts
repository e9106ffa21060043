import type { SafeText } from '../../text/safe.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import type { ViewsEdit } from '../view-edits.ts';
import { readNumbers } from './numbers.ts';

/** Changes the saved views, here and where they are kept. Resolves with the reason why nothing was changed. */
export async function changeViews(desk: Desk, edit: ViewsEdit): Promise<SafeText | undefined> {
  try {
    const edited = await desk.keepViews(edit);
    if ('problem' in edited) return edited.problem;
    desk.set({ savedViews: edited.saved });
    void readNumbers(desk);
    return undefined;
  } catch (error) {
    return t`The views are as they were: ${safeLine(error instanceof Error ? error.message : String(error))}`;
  }
}
