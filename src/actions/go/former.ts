import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { readConversation } from './go-to.ts';

export const goFormer: Action<'go.former'> = {
  id: 'go.former',
  title: t`Back to the last conversation`,
  help: t`Shows the previous conversation; again: back to this one`,
  scope: 'everywhere',
  keys: ['g p'],
  unavailable: ({ detail }) => (detail.formerId === null ? t`No other conversation was shown before.` : undefined),
  run: desk => {
    const { formerId } = desk.world().detail;
    if (formerId !== null) readConversation(desk, formerId);
  },
};
