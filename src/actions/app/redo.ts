import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';

export const redo: Action = {
  id: 'redo',
  title: t`Redo`,
  help: t`Makes the change that you last took back again.`,
  scope: 'everywhere',
  keys: ['Z'],
  changes: true,
  unavailable: ({ journal }) => (journal.redo.length === 0 ? t`Nothing to redo.` : undefined),
  run: desk => desk.redo(),
};
