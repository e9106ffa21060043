import { onPostgres, whyNoPostgres } from './on-postgres.ts';

const isWhole = process.env.FRONTDESK_WHOLE_SUITE === '1';

onPostgres(
  {
    conversation: () => import('../center/conversation.test.ts'),
    'conversation list': () => import('../center/model/listing/list.test.ts'),
    'conversation ways': () => import('../center/model/listing/ways.test.ts'),
    'conversation bulk': () => import('../center/conversation-bulk.test.ts'),
    message: () => import('../center/message.test.ts'),
    'note, review, history': () => import('../center/note-review-history.test.ts'),
    inbox: () => import('../center/inbox.test.ts'),
    people: () => import('../center/people.test.ts'),
    'sign-in throttle': () => import('../center/auth/sign-in-throttle.test.ts'),
    access: () => import('../center/model/access.test.ts'),
    etag: () => import('../center/model/etag.test.ts'),
    attachment: () => import('../center/attachment.test.ts'),
    contract: () => import('../center/contract.test.ts'),
  },
  whyNoPostgres() ?? (isWhole ? undefined : 'run by npm run test:postgres'),
);
