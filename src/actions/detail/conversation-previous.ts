import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { neighbourIndex, showNeighbour } from './neighbour.ts';

export const conversationPrevious: Action = {
  id: 'conversation.previous',
  title: t`Previous conversation`,
  help: t`Shows the conversation before this one in the list.`,
  scope: 'detail',
  keys: ['K'],
  unavailable: world => (neighbourIndex(world, -1) < 0 ? t`This is the first conversation of the list.` : undefined),
  run: desk => showNeighbour(desk, -1),
};
