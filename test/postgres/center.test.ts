import { onPostgres } from './on-postgres.ts';

// What depends most on the database; whole.test.ts has the rest, which the conformance suite asks about too.
onPostgres({
  merge: () => import('../center/model/conversation/merge.test.ts'),
  split: () => import('../center/handlers/split.test.ts'),
  mention: () => import('../center/handlers/mention.test.ts'),
  forward: () => import('../center/handlers/forward.test.ts'),
  later: () => import('../center/handlers/later.test.ts'),
  targets: () => import('../center/handlers/target.test.ts'),
  'send at': () => import('../center/handlers/send-at.test.ts'),
  'mail with a time': () => import('../center/mail/out/timed.test.ts'),
  unread: () => import('../center/model/conversation/unread.test.ts'),
  'history of all': () => import('../center/handlers/history-after.test.ts'),
  events: () => import('../center/http/events/hub.test.ts'),
  search: () => import('../center/model/search/search.test.ts'),
  'lists of many sets of tags and mentions': () => import('../center/model/listing/many.slow.test.ts'),
  'any sequence of changes': () => import('../center/model/listing/property.slow.test.ts'),
  'export and import': () => import('../center/export/round-trip.slow.test.ts'),
  'import from another help desk': () => import('../center/intake/ndjson.test.ts'),
  backup: () => import('../center/database/backup/backup.test.ts'),
  jobs: () => import('../center/model/jobs/jobs.test.ts'),
  'folder of the files': () => import('../center/database/folder-mark.test.ts'),
  erasure: () => import('../center/model/erasure/erase.test.ts'),
  'what comes back after an erasure': () => import('../center/model/erasure/comes-back.test.ts'),
  'erasure of a person who is everywhere': () => import('../center/model/erasure/everywhere.test.ts'),
  numbers: () => import('../center/model/numbers.test.ts'),
  'numbers of conversations': () => import('../center/model/inbox/number.test.ts'),
});
