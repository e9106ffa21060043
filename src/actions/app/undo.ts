import type { Action } from '../../keys/action.ts';
import { undoDiscard } from '../../state/journal/discard.ts';
import { redoable, undoable } from '../../state/operations/operation.ts';
import { t } from '../../text/safe.ts';

export const undoAction: Action<'undo'> = {
  id: 'undo',
  title: t`Undo`,
  help: t`Undoes your last change, in all conversations it changed`,
  keys: ['z'],
  words: ['revert', 'back'],
  writes: true,
  unavailable: world =>
    undoable(world.operations).length + world.discarded.length === 0 ? t`Nothing to undo.` : undefined,
  run: desk => {
    if (!undoDiscard(desk)) desk.undo();
  },
};

export const redoAction: Action<'redo'> = {
  id: 'redo',
  title: t`Redo`,
  help: t`Makes the last undone change again`,
  keys: ['Z'],
  writes: true,
  unavailable: ({ operations }) => (redoable(operations).length === 0 ? t`Nothing to redo.` : undefined),
  run: desk => desk.redo(),
};
