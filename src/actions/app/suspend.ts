import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';

export const suspend: Action<'suspend'> = {
  id: 'suspend',
  title: t`Suspend`,
  help: t`Gives the terminal back to the shell; fg returns`,
  scope: 'everywhere',
  keys: ['ctrl-z'],
  run: desk => desk.suspend(),
};
