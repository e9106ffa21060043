import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { createSearch } from '../../search.ts';
import type { Tables } from '../../tables.ts';
import { createTables, type DatabaseKind } from '../columns.ts';
import { conversations, marks } from './conversations.ts';
import { incomingMail, mail, messages, outgoingMail, requests } from './mail.ts';
import { inboxes, people } from './people.ts';

/** The tables of the first version, and the first rows in them. */
export async function change(db: Kysely<never>, kind: DatabaseKind, now: number): Promise<void> {
  const mails = [messages, mail, incomingMail, outgoingMail];
  for (const schema of [people, inboxes, conversations, marks, ...mails, requests])
    await createTables(db, kind, schema);
  await createSearch(db, kind);
  await firstRows(db as unknown as Kysely<Tables>, now);
}

/** The first rows of a help center: two statuses, two inboxes, and secrets that sign cursors and Message-IDs. */
async function firstRows(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .insertInto('setting')
    .values(['cursor_secret', 'mail_secret'].map(key => ({ key, value: randomBytes(32).toString('base64url') })))
    .execute();
  await db
    .insertInto('conversation_status')
    .values([
      { name: 'open', name_key: 'open', kind: 'open' },
      { name: 'closed', name_key: 'closed', kind: 'closed' },
    ])
    .execute();
  const common = {
    description: '',
    send_autoresponse: 0,
    autoresponse_text: '',
    send_rating_request: 0,
    rating_message: '',
    created_at: now,
    updated_at: now,
  } as const;
  await db
    .insertInto('inbox')
    .values([
      { name: 'Inbox', slug: 'inbox', sort: 0, kind: 'default', ...common },
      { name: 'Spam', slug: 'spam', sort: 1, kind: 'spam', ...common },
    ])
    .execute();
}
