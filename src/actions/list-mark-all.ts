import { markAll } from '../state/list.ts';
import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { whyEmpty } from './why-empty.ts';

export const listMarkAll: Action = {
  id: 'list.mark-all',
  title: t`Mark all loaded`,
  help: t`Marks every conversation that is loaded.`,
  scope: 'list',
  keys: ['* a'],
  unavailable: whyEmpty,
  run: desk => {
    const { list } = desk.world();
    desk.set({ list: markAll(list) });
  },
};
