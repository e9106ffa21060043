import { moveEntry } from '../../state/detail/move.ts';
import { moveCursor } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorUp = movement({
  id: 'cursor.up',
  title: t`Up`,
  help: t`Moves up: to the row before, or to the entry before, scrolling in a tall one.`,
  keys: ['k', 'up'],
  list: (list, rows) => moveCursor(list, -1, rows),
  detail: (detail, lines, rows) => moveEntry(detail, lines, -1, rows),
  places: index => index - 1,
});
