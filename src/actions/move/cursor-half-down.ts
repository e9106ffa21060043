import { scrollDetail } from '../../state/detail/move.ts';
import { halfPage } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorHalfDown = movement({
  id: 'cursor.half-down',
  title: t`Half a page down`,
  help: t`Moves down by half of what the pane shows.`,
  keys: ['ctrl-d'],
  list: (list, rows) => halfPage(list, 1, rows),
  detail: (detail, lines, rows) => scrollDetail(detail, lines, Math.ceil(rows / 2), rows),
  places: (index, _count, rows) => index + Math.ceil(rows / 2),
});
