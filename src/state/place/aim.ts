import type { World } from '../world.ts';
import { placeOf } from './of-world.ts';

/** What the next key would act on, as a text: two worlds with the same aim take it for the same conversations. */
export function aimOf(world: World): string {
  const { pane, query, cursor, marks, inboxCursor, detail, boxes } = placeOf(world);
  const at = { inboxes: inboxCursor, list: cursor.id, detail: [detail?.id, detail?.section, detail?.entryKey] }[pane];
  const marked = marks.flatMap(({ ids }) => ids).sort((a, b) => a - b);
  return JSON.stringify([pane, at, cursor.id, query, marked, boxes.length]);
}
