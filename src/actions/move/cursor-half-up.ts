import { scrollDetail } from '../../state/detail/move.ts';
import { halfPage } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorHalfUp = movement({
  id: 'cursor.half-up',
  title: t`Half a page up`,
  help: t`Moves up by half of what the pane shows.`,
  keys: ['ctrl-u'],
  list: (list, rows) => halfPage(list, -1, rows),
  detail: (detail, lines, rows) => scrollDetail(detail, lines, -Math.ceil(rows / 2), rows),
  places: (index, _count, rows) => index - Math.ceil(rows / 2),
});
