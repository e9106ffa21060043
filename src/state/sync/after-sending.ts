import type { Desk } from '../desk.ts';
import { cursorTo } from '../list/cursor.ts';
import { openConversation } from './thread.ts';

/**
 * Answers a conversation by `send`, and goes where the settings say: on to the next one of the list, or to the list. In
 * a queue, which goes on by itself, and without that setting the desk stays.
 */
export function sendAndGoOn(desk: Desk, id: number, send: () => void): void {
  const { afterSending, queue } = desk.world();
  // Looked up before: the answer may take the row out of the list.
  const nextId = rowAfter(desk, id);
  send();
  if (queue !== null || afterSending === 'stay') return;
  if (afterSending === 'list' || nextId === undefined) desk.set({ pane: 'list' });
  else showRow(desk, nextId);
}

/** The next row that is still in the list; a conversation that is not listed counts as just before the cursor's. */
function rowAfter(desk: Desk, id: number): number | undefined {
  const { rows, cursorIndex, gone, ghosts } = desk.world().list;
  const at = rows.indexOf(id);
  return rows.slice(at < 0 ? cursorIndex : at + 1).find(row => !gone.has(row) && !ghosts.has(row));
}

/** Puts the cursor on a row; if the agent reads a conversation, shows that one instead. */
function showRow(desk: Desk, id: number): void {
  const { list, viewport, pane } = desk.world();
  desk.set({ list: cursorTo(list, list.rows.indexOf(id), viewport.listRows) });
  if (pane === 'detail') void openConversation(desk, id);
}
