import { moveEntry } from '../../state/detail/move.ts';
import { moveCursor } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorDown = movement({
  id: 'cursor.down',
  title: t`Down`,
  help: t`Moves down: to the next row, or to the next entry of the conversation, scrolling in a tall one.`,
  keys: ['j', 'down'],
  list: (list, rows) => moveCursor(list, 1, rows),
  detail: (detail, lines, rows) => moveEntry(detail, lines, 1, rows),
  places: index => index + 1,
});
