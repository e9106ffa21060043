import { showInDetail } from '../actions/go/go-to.ts';
import { act } from '../keys/act.ts';
import type { Desk } from '../state/desk.ts';
import { markedIds, markThese } from '../state/list/marks.ts';
import { loadConversations } from '../state/sync/thread.ts';
import { conversationOf } from '../state/visible.ts';
import type { Typed } from './understand.ts';

/**
 * Runs an action on the conversations that were typed with it, otherwise on those that keys would act on. If one of them
 * cannot be read, a notice says why, nothing is done, and it returns false.
 */
export async function actOn(desk: Desk, { action, ids, times = 1 }: Omit<Typed, 'words'>): Promise<boolean> {
  const [id] = ids;
  if (id === undefined) for (let step = 0; step < times; step += 1) act(desk, action);
  else if (action.id === 'open') showInDetail(desk, id);
  else if (action.scope === 'detail') {
    showInDetail(desk, id);
    await desk.reads.ended('thread');
    act(desk, action);
  } else {
    await loadConversations(desk, ids);
    if (ids.some(one => conversationOf(desk.world(), one) === undefined)) return false;
    if (action.id === 'list.mark') markMore(desk, ids);
    else actOnMarks(desk, action, ids);
  }
  return true;
}

/** Marks these beside those that are marked, or unmarks them if all of them are. */
function markMore(desk: Desk, ids: readonly number[]): void {
  const marked = new Set(markedIds(desk.world().list));
  const left = [...marked].filter(id => !ids.includes(id));
  const isOff = left.length === marked.size - ids.length;
  desk.set({ list: markThese(desk.world().list, isOff ? left : [...new Set([...marked, ...ids])]) });
}

/** The agent's own marks are as they were afterwards: an action notes its targets when it begins. */
function actOnMarks(desk: Desk, action: Typed['action'], ids: readonly number[]): void {
  const { marks, away, rangeFrom } = desk.world().list;
  desk.set({ list: markThese(desk.world().list, ids) });
  act(desk, action);
  desk.set({ list: { ...desk.world().list, marks, away, rangeFrom } });
}
