import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';

export const quitNow: Action = {
  id: 'quit-now',
  title: t`Quit now`,
  help: t`Quits at once; drafts and what is not sent yet are kept.`,
  scope: 'everywhere',
  keys: ['Q'],
  run: desk => desk.quit(0),
};
