import { detailTop } from '../../state/detail/move.ts';
import { toTop } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorTop = movement({
  id: 'cursor.top',
  title: t`To the top`,
  help: t`Moves to the first row or line; in the list, conversations that wait above come in.`,
  keys: ['g g', 'home'],
  list: list => toTop(list),
  detail: (detail, lines) => detailTop(detail, lines),
  places: () => 0,
});
