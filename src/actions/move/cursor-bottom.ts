import { detailBottom } from '../../state/detail/move.ts';
import { toBottom } from '../../state/list/cursor.ts';
import { t } from '../../text/safe.ts';
import { movement } from './movement.ts';

export const cursorBottom = movement({
  id: 'cursor.bottom',
  title: t`To the bottom`,
  help: t`Moves to the last loaded row or to the last line.`,
  keys: ['G', 'end'],
  list: (list, rows) => toBottom(list, rows),
  detail: (detail, lines, rows) => detailBottom(detail, lines, rows),
  places: (_index, count) => count - 1,
});
