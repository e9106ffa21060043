import { isWhole, onPostgres, whyNoPostgres } from './on-postgres.ts';

onPostgres(
  {
    'lists by contacts and tags': () => import('../center/model/conversation/names.test.ts'),
    idempotency: () => import('../center/http/once.test.ts'),
    'automatic mail': () => import('../center/intake/automatic-mail.test.ts'),
    'live mail': () => import('../center/mail/in/store.test.ts'),
    'own mail': () => import('../center/intake/own-mail.test.ts'),
    mailboxes: () => import('../center/mail/in/mailbox.test.ts'),
    threading: () => import('../center/intake/threading.test.ts'),
    sample: () => import('../center/sample/create.test.ts'),
    conversation: () => import('../center/handlers/conversation.test.ts'),
    'conversation list': () => import('../center/model/listing/list.test.ts'),
    'conversation ways': () => import('../center/model/listing/ways.test.ts'),
    'conversation bulk': () => import('../center/handlers/bulk.test.ts'),
    message: () => import('../center/handlers/message.test.ts'),
    'note, review, history': () => import('../center/handlers/note-review-history.test.ts'),
    inbox: () => import('../center/handlers/inbox.test.ts'),
    people: () => import('../center/handlers/people.test.ts'),
    'sign-in throttle': () => import('../center/auth/sign-in-throttle.test.ts'),
    access: () => import('../center/model/access.test.ts'),
    etag: () => import('../center/http/etag.test.ts'),
    attachment: () => import('../center/handlers/attachment.test.ts'),
    contract: () => import('../center/contract.test.ts'),
  },
  whyNoPostgres() ?? (isWhole ? undefined : 'it takes long: npm run test:postgres runs it'),
);
