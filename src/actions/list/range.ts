import type { Action } from '../../keys/action.ts';
import { range } from '../../state/list/marks.ts';
import { t } from '../../text/safe.ts';
import { showMarks, whyEmpty } from './marks.ts';

export const listRange: Action<'list.range'> = {
  id: 'list.range',
  title: t`Mark a range`,
  help: t`Begins a range here; again: marks the rows in between`,
  scope: 'list',
  keys: ['V'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, range(desk.world().list)),
};
