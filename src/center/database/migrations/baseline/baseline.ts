import type { Kysely } from 'kysely';
import { createSearch } from '../../search.ts';
import type { Tables } from '../../tables.ts';
import { createTables, type DatabaseKind } from '../columns.ts';
import { conversations, marks } from './conversations.ts';
import { firstRows } from './first-rows.ts';
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
