import type { Desk } from '../context.ts';
import { keepInView } from '../detail/move.ts';
import type { Place } from '../place.ts';
import { readSection } from '../sync/sections.ts';
import { openConversation } from '../sync/thread.ts';
import { checkPlace } from './check.ts';

type KeptDetail = NonNullable<Place['detail']>;

/** Reads what a restored place shows beside its list; nothing waits for it. */
export async function resumePlace(desk: Desk, { detail }: Place): Promise<void> {
  await Promise.all([checkPlace(desk), detail === null ? undefined : readDetail(desk, detail)]);
}

async function readDetail(desk: Desk, kept: KeptDetail): Promise<void> {
  await openConversation(desk, kept.id);
  putBack(desk, kept);
  const { top, entryKey } = desk.world().detail;
  await readSection(desk, kept.id, kept.section);
  const { detail } = desk.world();
  // Before its section was read, there were no lines to scroll to.
  if (detail.top === top && detail.entryKey === entryKey) putBack(desk, kept);
}

/** Puts the detail on its line; if its entry is not there any more, in view, on the entry. */
function putBack(desk: Desk, { id, section, top, entryKey }: KeptDetail): void {
  const { detail, viewport } = desk.world();
  if (detail.conversationId !== id || detail.section !== section) return;
  const lines = desk.detailLines();
  const shown = lines.slice(top, top + viewport.detailRows);
  const isThere = shown.length === viewport.detailRows && shown.some(line => line.entryKey === entryKey);
  const placed = { ...detail, top, entryKey };
  desk.set({ detail: isThere ? placed : keepInView(placed, lines, viewport.detailRows) });
}
