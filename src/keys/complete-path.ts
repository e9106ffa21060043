import type { Desk } from '../state/desk.ts';
import type { FieldOverlay } from '../state/overlay.ts';
import { cut } from '../text/cut.ts';
import { insert } from '../text/edit.ts';
import { join, t } from '../text/safe.ts';
import { replaceOverlay, say, topOverlay } from './overlay.ts';

const MAX_NAMED = 30;
const MAX_NAMES_COLUMNS = 200;

/** Completes the path in a field as a shell does; if several names are possible, lists them. */
export async function completePath(desk: Desk, overlay: FieldOverlay, wanted?: 'folders'): Promise<void> {
  const { text, cursor } = overlay.draft;
  const completed = await desk.hooks.completePath?.(text.slice(0, cursor), wanted);
  if (!completed || topOverlay(desk.world()) !== overlay) return;
  const { path, names } = completed;
  const draft = insert({ text: text.slice(cursor), cursor: 0 }, path);
  if (draft.text !== text) replaceOverlay(desk, { ...overlay, draft });
  if (names.length > 1) say(desk, cut(join(names.slice(0, MAX_NAMED), t`  `), MAX_NAMES_COLUMNS), 'done');
  else if (names.length === 0)
    say(desk, wanted === 'folders' ? t`No folder begins with that.` : t`No file or folder begins with that.`);
}
