import { t } from '../text/safe.ts';
import type { Action } from './action.ts';

export const undo: Action = {
  id: 'undo',
  title: t`Undo`,
  help: t`Takes your own last change back, for all the conversations that it was for.`,
  scope: 'everywhere',
  keys: ['z'],
  unavailable: ({ journal }) => (journal.undo.length === 0 ? t`Nothing to undo.` : undefined),
  run: desk => desk.undo(),
};
