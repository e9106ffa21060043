import type { Bodies } from './on-postgres.ts';

/** What the tests of both places of files are about. */
export const fileBodies: Bodies = {
  files: () => import('../center/database/kept-files.test.ts'),
  attachments: () => import('../center/handlers/attachment.test.ts'),
  'deleted texts': () => import('../center/model/erasure/erase.test.ts'),
  'erasure of a person who is everywhere': () => import('../center/model/erasure/everywhere.test.ts'),
  backup: () => import('../center/database/backup/backup.test.ts'),
};
