import type { Desk } from '../../state/context.ts';
import { cursorTo } from '../../state/list/cursor.ts';
import { hasNews } from '../../state/list/news.ts';
import type { World } from '../../state/world.ts';

/** Where the nearest row with news stands in this direction; -1: there is none. */
export function newsIndex(world: World, direction: 1 | -1): number {
  const { list } = world;
  for (let index = list.cursorIndex + direction; index >= 0 && index < list.rows.length; index += direction) {
    if (hasNews(world, list.rows[index]!)) return index;
  }
  return -1;
}

/** Puts the cursor there. */
export function goToNews(desk: Desk, direction: 1 | -1): void {
  const world = desk.world();
  desk.set({ list: cursorTo(world.list, newsIndex(world, direction), world.viewport.listRows) });
}
