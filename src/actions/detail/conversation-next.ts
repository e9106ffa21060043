import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { neighbourIndex, showNeighbour } from './neighbour.ts';

export const conversationNext: Action = {
  id: 'conversation.next',
  title: t`Next conversation`,
  help: t`Shows the conversation that follows this one in the list.`,
  scope: 'detail',
  keys: ['J'],
  unavailable: world => {
    const { list } = world;
    if (neighbourIndex(world, 1) < list.rows.length) return undefined;
    if (list.nextCursor === null) return t`This is the last conversation of the list.`;
    return list.problem === null
      ? t`The conversations after this one are still being read.`
      : t`The conversations after this one could not be read; R tries again.`;
  },
  run: desk => showNeighbour(desk, 1),
};
