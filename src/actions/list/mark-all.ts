import type { Action } from '../../keys/action.ts';
import { markAll } from '../../state/list/marks.ts';
import { t } from '../../text/safe.ts';
import { showMarks, whyEmpty } from './marks.ts';

export const listMarkAll: Action<'list.mark-all'> = {
  id: 'list.mark-all',
  title: t`Mark all loaded`,
  help: t`Marks every loaded conversation`,
  scope: 'list',
  keys: ['* a'],
  words: ['select'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, markAll(desk.world().list)),
};
