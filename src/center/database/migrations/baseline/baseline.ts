import type { Kysely } from 'kysely';
import { createSearch } from '../../search.ts';
import type { Tables } from '../../tables.ts';
import type { DatabaseKind } from '../columns.ts';
import { conversations } from './conversations.ts';
import { firstRows } from './first-rows.ts';
import { inboxes } from './inboxes.ts';
import { incomingMail, mail } from './mail.ts';
import { marks, numbers } from './marks.ts';
import { messages } from './messages.ts';
import { automatic, outgoingMail, subscriptionMail } from './outgoing.ts';
import { people } from './people.ts';
import { requests, uploads } from './requests.ts';

/** The tables of the first version, and the first rows in them. */
export async function baseline(db: Kysely<never>, kind: DatabaseKind, now: number): Promise<void> {
  const mails = [mail, incomingMail, outgoingMail, automatic, subscriptionMail];
  const others = [requests, uploads, createSearch];
  for (const make of [people, inboxes, conversations, marks, numbers, messages, ...mails, ...others])
    await make(db, kind);
  await firstRows(db as unknown as Kysely<Tables>, now);
}
