import { onPostgres } from './on-postgres.ts';

onPostgres({
  inbox: () => import('../center/inbox.test.ts'),
  people: () => import('../center/people.test.ts'),
  access: () => import('../center/access.test.ts'),
  events: () => import('../center/events.test.ts'),
  idempotency: () => import('../center/idempotency.test.ts'),
  etag: () => import('../center/etag.test.ts'),
});
