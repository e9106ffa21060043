import type { Desk } from '../context.ts';
import { restMs } from './follow.ts';

/**
 * Notes which rows are on the screen when the cursor rests, so that a slow link need not draw all of a row that only
 * passes. Returns a function that stops it.
 */
export function followRows(desk: Desk): () => void {
  let cancel = (): void => {};
  const note = (): void => {
    const { list } = desk.world();
    if (list.top !== list.restedTop) desk.set({ list: { ...list, restedTop: list.top } });
  };
  const unsubscribe = desk.store.subscribe(({ list, link }, { list: former }) => {
    if (list.top === former.top && list.cursorId === former.cursorId) return;
    cancel();
    if (list.top !== list.restedTop) cancel = desk.setTimer(note, restMs[link]);
  });
  return () => {
    unsubscribe();
    cancel();
  };
}
