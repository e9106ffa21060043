import type { Action } from '../../keys/action.ts';
import { mark } from '../../state/list/marks.ts';
import { t } from '../../text/safe.ts';
import { whyEmpty } from './marks.ts';

export const listMark: Action<'list.mark'> = {
  id: 'list.mark',
  title: t`Mark`,
  help: t`Marks or unmarks the conversation and goes down`,
  scope: 'list',
  keys: ['space', 'x'],
  words: ['select'],
  unavailable: whyEmpty,
  run: desk => {
    const { list, viewport } = desk.world();
    desk.set({ list: mark(list, viewport.listRows) });
  },
};
