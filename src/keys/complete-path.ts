import type { Desk } from '../state/desk.ts';
import type { TypedText } from '../state/world/open-box.ts';
import { cut } from '../text/cut.ts';
import { insert } from '../text/edit.ts';
import { join, t } from '../text/safe.ts';
import type { Completed } from './line-part.ts';
import { say } from './overlay.ts';

const MAX_NAMED = 30;
const MAX_NAMES_COLUMNS = 200;

/** Completes the path in a line as a shell does; if several names are possible, lists them. */
export async function completePathLine(desk: Desk, { draft }: TypedText, wanted?: 'folders'): Promise<Completed> {
  const { overlays } = desk.world();
  const { text, cursor } = draft;
  const completed = await desk.hooks.completePath?.(text.slice(0, cursor), wanted);
  if (!completed || desk.world().overlays !== overlays) return undefined;
  const { path, names } = completed;
  if (names.length > 1) say(desk, cut(join(names.slice(0, MAX_NAMED), t`  `), MAX_NAMES_COLUMNS), 'done');
  else if (names.length === 0)
    say(desk, wanted === 'folders' ? t`No folder begins with that.` : t`No file or folder begins with that.`);
  return { draft: insert({ text: text.slice(cursor), cursor: 0 }, path) };
}
