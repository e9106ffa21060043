import type { Action } from '../../keys/action.ts';
import { invertMarks } from '../../state/list/marks.ts';
import { t } from '../../text/safe.ts';
import { showMarks, whyEmpty } from './marks.ts';

export const listInvert: Action<'list.invert'> = {
  id: 'list.invert',
  title: t`Invert the marks`,
  help: t`Marks the unmarked rows and unmarks the others`,
  scope: 'list',
  keys: ['* i'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, invertMarks(desk.world().list)),
};
