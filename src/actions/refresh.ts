import { refresh } from '../state/sync.ts';
import { t } from '../text/safe.ts';
import type { Action } from './action.ts';

export const refreshAction: Action = {
  id: 'refresh',
  title: t`Refresh`,
  help: t`Reads all that is shown once more; what arrived comes in, what left goes.`,
  scope: 'everywhere',
  keys: ['R'],
  run: desk => void refresh(desk),
};
