import { onPostgres } from './on-postgres.ts';

onPostgres({
  search: () => import('../center/search.test.ts'),
  attachment: () => import('../center/attachment.test.ts'),
  'conversation property': () => import('../center/conversation-property.test.ts'),
  contract: () => import('../center/contract.test.ts'),
  'import mail': () => import('../center/intake/import-mail.test.ts'),
  threading: () => import('../center/intake/threading.test.ts'),
  sample: () => import('../center/intake/sample.test.ts'),
});
