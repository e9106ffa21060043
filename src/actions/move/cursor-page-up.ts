import { scrollDetail } from '../../state/detail/move.ts';
import { page } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorPageUp = movement({
  id: 'cursor.page-up',
  title: t`A page up`,
  help: t`Moves up by what the pane shows.`,
  keys: ['pgup'],
  list: (list, rows) => page(list, -1, rows),
  detail: (detail, lines, rows) => scrollDetail(detail, lines, -rows, rows),
  places: (index, _count, rows) => index - rows,
});
