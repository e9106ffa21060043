import type { Desk } from '../context.ts';
import { keepInView } from '../detail/move.ts';
import type { Place } from '../place.ts';
import { readSection } from '../sync/section.ts';
import { openConversation } from '../sync/thread.ts';
import { checkPlace } from './check.ts';

/** Reads what a restored place shows beside its list; nothing waits for it. */
export async function resumePlace(desk: Desk, { detail }: Place): Promise<void> {
  await Promise.all([checkPlace(desk), detail === null ? undefined : readDetail(desk, detail)]);
}

async function readDetail(desk: Desk, { id, section, top, entryKey }: NonNullable<Place['detail']>): Promise<void> {
  await openConversation(desk, id);
  await readSection(desk, id, section);
  const { detail, viewport } = desk.world();
  if (section === 'thread' || detail.conversationId !== id || detail.section !== section) return;
  // Before it was read, there were no lines to scroll.
  const placed = { ...detail, top, entryKey };
  desk.set({ detail: keepInView(placed, desk.detailLines(), viewport.detailRows) });
}
