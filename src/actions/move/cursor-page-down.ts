import { scrollDetail } from '../../state/detail/move.ts';
import { page } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorPageDown = movement({
  id: 'cursor.page-down',
  title: t`A page down`,
  help: t`Moves down by what the pane shows.`,
  keys: ['pgdn'],
  list: (list, rows) => page(list, 1, rows),
  detail: (detail, lines, rows) => scrollDetail(detail, lines, rows, rows),
  places: (index, _count, rows) => index + rows,
});
