import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { cursorTo } from '../../state/list/cursor.ts';
import { newsIds } from '../../state/list/news.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

type Direction = 1 | -1;
type Name = 'next' | 'previous';

/** Goes to the next and the previous row with news. */
export const newsSteps: readonly Action<`list.news-${Name}`>[] = [
  newsStep('next', 'u', 1, t`Next unread`, t`No loaded conversation after this one is unread.`),
  newsStep('previous', 'U', -1, t`Previous unread`, t`No loaded conversation before this one is unread.`),
];

function newsStep(name: Name, key: string, direction: Direction, title: SafeText, none: SafeText) {
  return {
    id: `list.news-${name}`,
    title,
    help: t`Goes to the ${safeLine(name)} row with an unread customer’s message`,
    scope: 'list',
    keys: [key],
    words: ['unread', 'new'],
    unavailable: (world: World) => (newsIndex(world, direction) < 0 ? none : undefined),
    run: (desk: Desk) => goToNews(desk, direction),
  } as const;
}

/** The index of the nearest row with news in this direction; -1 if no row has any. */
function newsIndex(world: World, direction: Direction): number {
  const { rows, cursorIndex } = world.list;
  const news = newsIds(world);
  if (news.size === 0) return -1;
  for (let index = cursorIndex + direction; index >= 0 && index < rows.length; index += direction)
    if (news.has(rows[index]!)) return index;
  return -1;
}

function goToNews(desk: Desk, direction: Direction): void {
  const world = desk.world();
  desk.set({ list: cursorTo(world.list, newsIndex(world, direction), world.viewport.listRows) });
}
