import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables.ts';

/** The first rows of a help center: two statuses, two inboxes, and secrets that sign cursors and Message-IDs. */
export async function firstRows(db: Kysely<Tables>, now: number): Promise<void> {
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
