import type { Action } from '../../keys/action.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { t } from '../../text/safe.ts';

export const refreshAction: Action<'refresh'> = {
  id: 'refresh',
  title: t`Refresh`,
  help: t`Reads everything again; adds new rows, removes old ones`,
  scope: 'everywhere',
  keys: ['R'],
  words: ['reload', 'update'],
  run: desk => void refresh(desk),
};
