import { type RawBuilder, sql } from 'kysely';
import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { prepare, prepareInserts, prepareList } from '../../database/prepare.ts';
import { baseOf } from '../mail.ts';
import type { Work } from '../work.ts';

/** A person named in a message's From, To or Cc. */
export interface MailParticipant {
  readonly name: string;
  readonly email: string;
}

/** People who can be added: a person without an address is not a participant. */
export interface NamedPerson {
  readonly name: string;
  readonly email: string | null;
}

/** The most participants of a conversation: mailing lists name more. */
const MAX_PARTICIPANTS = 200;

const lastOf = prepare(1, (db, conversationId: number) =>
  db
    .selectFrom('conversation_participant')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('conversation_id', '=', conversationId),
);

const knownIn = prepareList(1, (db, keys: readonly string[], conversationId: number) =>
  db
    .selectFrom('conversation_participant')
    .select('email_key')
    .where('email_key', 'in', keys)
    .where('conversation_id', '=', conversationId),
);

/**
 * Records the participants of a conversation, each address once, in the order of their appearance and with the first
 * name.
 */
export async function addParticipants(
  work: Work,
  conversationId: number,
  people: readonly NamedPerson[],
): Promise<void> {
  const named = new Map<string, NamedPerson>();
  for (const one of people)
    if (one.email !== null && named.size < MAX_PARTICIPANTS && !named.has(addressKey(one.email)))
      named.set(addressKey(one.email), one);
  if (named.size === 0) return;
  for (const { email_key } of await knownIn(work.db, [...named.keys()], conversationId)) named.delete(email_key);
  if (named.size === 0) return;
  const [found] = await lastOf(work.db, conversationId);
  const next = Number(found?.last ?? -1) + 1;
  const rows = [...named.values()].map(({ name, email }, at) => rowOf(conversationId, name, email!, next + at));
  const fitting = rows.filter(({ position }) => position < MAX_PARTICIPANTS);
  await insertRows(work.db, fitting);
}

/** A contact with an address that no participant has, and the next position. */
const newcomer = prepare(2, (db, conversationId: number, contactId: number) =>
  db
    .selectFrom('contact')
    .select(({ selectFrom }) => [
      'name',
      'email',
      selectFrom('conversation_participant')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('conversation_id', '=', conversationId)
        .as('last'),
    ])
    .where('id', '=', contactId)
    .where('email', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversation_participant')
            .select('position')
            .where('conversation_id', '=', conversationId)
            .whereRef('conversation_participant.email_key', '=', 'contact.email_key'),
        ),
      ),
    ),
);

const columns = ['conversation_id', 'email_key', 'base_key', 'email', 'name', 'position'] as const;
const insertRows = prepareInserts('conversation_participant', columns);

function rowOf(conversationId: number, name: string, email: string, position: number) {
  const email_key = addressKey(email);
  return {
    conversation_id: conversationId,
    email_key,
    base_key: baseOf(email_key),
    email: keptAddress(email),
    name,
    position,
  };
}

/**
 * Records that a contact takes part in a conversation; for nearly every message except the first, one query finds that
 * it does already.
 */
export async function addParticipant(work: Work, conversationId: number, contactId: number): Promise<void> {
  const [news] = await newcomer(work.db, conversationId, contactId);
  const position = Number(news?.last ?? -1) + 1;
  if (!news?.email || position >= MAX_PARTICIPANTS) return;
  await insertRows(work.db, [rowOf(conversationId, news.name, news.email, position)]);
}

/** Moves the participants of merged conversations to the survivor. */
export async function moveParticipants(work: Work, target: number, sources: readonly number[]): Promise<void> {
  const rows = await work.db
    .selectFrom('conversation_participant')
    .select(['name', 'email'])
    .where('conversation_id', 'in', sources)
    .orderBy('conversation_id')
    .orderBy('position')
    .execute();
  await clearParticipants(work, sources);
  await addParticipants(work, target, rows);
}

/** Deletes the participants of conversations whose messages are deleted. */
export async function clearParticipants(work: Work, ids: readonly number[]): Promise<void> {
  await work.db.deleteFrom('conversation_participant').where('conversation_id', 'in', ids).execute();
}

/**
 * True for a participant under `alias` whose address is neither an inbox's, including sub-addresses, nor an agent's.
 */
export function isOutside(alias: string): RawBuilder<boolean> {
  const key = sql.ref(`${alias}.email_key`);
  const base = sql.ref(`${alias}.base_key`);
  return sql<boolean>`(not exists (select 1 from inbox_email where inbox_email.email_key in (${key}, ${base}))
    and not exists (select 1 from agent where agent.email_key = ${key}))`;
}
