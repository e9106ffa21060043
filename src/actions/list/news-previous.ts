import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { goToNews, newsIndex } from './news.ts';

export const listNewsPrevious: Action = {
  id: 'list.news-previous',
  title: t`Previous with news`,
  help: t`Goes to the previous conversation with a customer’s message that you have not read.`,
  scope: 'list',
  keys: ['U'],
  words: ['unread', 'new'],
  unavailable: world => (newsIndex(world, -1) < 0 ? t`No loaded conversation before this one has news.` : undefined),
  run: desk => goToNews(desk, -1),
};
