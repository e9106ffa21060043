import { onPostgres } from './on-postgres.ts';

onPostgres({
  conversation: () => import('../center/conversation.test.ts'),
  'conversation list': () => import('../center/conversation-list.test.ts'),
  'conversation bulk': () => import('../center/conversation-bulk.test.ts'),
  merge: () => import('../center/merge.test.ts'),
  message: () => import('../center/message.test.ts'),
  'note review history': () => import('../center/note-review-history.test.ts'),
});
