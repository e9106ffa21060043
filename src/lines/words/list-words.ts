import { countOf } from '../../state/list/count-words.ts';
import { emptyText } from '../../state/list/empty-words.ts';
import { queryTitle } from '../../state/query/language.ts';
import { listedView } from '../../state/query/view-query.ts';
import { views } from '../../state/views.ts';
import type { World } from '../../state/world.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { rowWords } from './row-words.ts';
import { heading, ofOthers, sentence } from './spoken.ts';

/** The list: its name and size, then the row at the cursor. */
export function listWords(world: World): readonly SafeText[] {
  const { list, now } = world;
  const { cursorId } = list;
  const name = heading(listName(world));
  const empty = sentence(emptyText(world));
  if (cursorId === null) return [t`${name}.`, list.problem === null ? empty : ofOthers(empty)];
  const old = list.isCached && list.asOf !== null ? t`, ${asOf(list.asOf, now)}` : t``;
  const count = countOf(list);
  const conversations = count === '1' ? t`1 conversation` : t`${count} conversations`;
  const at = list.cursorIndex === 0 ? t`` : t` At ${list.cursorIndex + 1} of ${count}.`;
  return [t`${name}, ${conversations}${old}.${at}`, rowWords(world, cursorId)];
}

/** The name of the view that is listed; without one, the filter in words. */
function listName(world: World): SafeText {
  const words = queryTitle(world.list.query, world);
  return views.some(({ title }) => title === words) ? words : (listedView(world)?.name ?? words);
}
