import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createSearch } from '../search-dialects.ts';
import type { Tables } from '../tables.ts';
import { people } from './0001-people.ts';
import { inboxes } from './0002-inboxes.ts';
import { conversations } from './0003-conversations.ts';
import { messages } from './0004-messages.ts';
import { mail } from './0005-mail.ts';
import { firstRows } from './0006-first-rows.ts';
import { conversationSpans } from './0008-spans.ts';
import { signInAddresses } from './0009-sign-in-addresses.ts';
import { keptAnswers } from './0010-kept-answers.ts';
import { uploads } from './0011-uploads.ts';
import { fromAddress } from './0012-from-address.ts';
import { attention } from './0013-attention.ts';
import { historyByMail } from './0014-history-by-mail.ts';
import { mailHeads } from './0015-mail-heads.ts';
import { readMailAgain } from './0016-read-mail-again.ts';
import { notify } from './0017-notify.ts';
import { inlineFiles } from './0018-inline-files.ts';
import { longLists } from './0019-long-lists.ts';
import { waiting } from './0020-waiting.ts';
import type { DatabaseKind } from './columns.ts';

type Step = (db: Kysely<never>, kind: DatabaseKind, now: number) => Promise<void>;

/** Every step from an empty database to this program's, in order. A step that was released is never changed. */
const steps: Readonly<Record<string, Step>> = {
  '0001-people': people,
  '0002-inboxes': inboxes,
  '0003-conversations': conversations,
  '0004-messages': messages,
  '0005-mail': mail,
  '0006-first-rows': (db, _kind, now) => firstRows(db as unknown as Kysely<Tables>, now),
  '0007-search': createSearch,
  '0008-spans': conversationSpans,
  '0009-sign-in-addresses': signInAddresses,
  '0010-kept-answers': keptAnswers,
  '0011-uploads': uploads,
  '0012-from-address': fromAddress,
  '0013-attention': attention,
  '0014-history-by-mail': historyByMail,
  '0015-mail-heads': mailHeads,
  '0016-read-mail-again': readMailAgain,
  '0017-notify': notify,
  '0018-inline-files': inlineFiles,
  '0019-long-lists': longLists,
  '0020-waiting': waiting,
};

/** The steps as kysely's Migrator wants them. */
export const migrationsFor = (kind: DatabaseKind, now: number): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { up: db => step(db as Kysely<never>, kind, now) }]),
  );

export const migrationNames: readonly string[] = Object.keys(steps);
