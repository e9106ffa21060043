import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { goToNews, newsIndex } from './news.ts';

export const listNewsNext: Action = {
  id: 'list.news-next',
  title: t`Next with news`,
  help: t`Goes to the next conversation with a customer’s message that you have not read.`,
  scope: 'list',
  keys: ['u'],
  words: ['unread', 'new'],
  unavailable: world => (newsIndex(world, 1) < 0 ? t`No loaded conversation after this one has news.` : undefined),
  run: desk => goToNews(desk, 1),
};
