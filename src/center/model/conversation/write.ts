import { sql } from 'kysely';
import { prepare } from '../../database/prepare.ts';
import { type Actor, record } from '../history.ts';
import { moveNumbers, OPEN_STATUS_ID } from '../inbox/number.ts';
import { indexNew } from '../search/reindex.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { insertContacts, textsOf } from './contact.ts';
import { keepOrigin, type Origin, originText } from './origin.ts';
import type { ConversationRecord } from './row.ts';
import { openSpan } from './span.ts';
import { addTags } from './tag.ts';
import { refreshTagSets } from './tag-set.ts';

/** A new conversation. Ids must exist; the handler checks first what a caller may name (see check.ts). */
export interface NewConversation {
  readonly title: string;
  readonly inboxId: number;
  /** By default open. */
  readonly statusId?: number;
  readonly assignTo?: number | null;
  /** The first is the requester. */
  readonly contactIds?: readonly number[];
  readonly tags?: readonly string[];
  /** An archive says that it was: the numbers leave it out. */
  readonly isArchived?: boolean;
  /** The help desk that it comes from, and its id there. */
  readonly origin?: Origin;
}

const insertConversation = prepare(
  6,
  (
    db,
    title: string,
    status_id: number,
    home: number,
    assign_to: number | null,
    requester_id: number | null,
    at: number,
  ) =>
    db
      .insertInto('conversation')
      .values({
        title,
        status_id,
        inbox_id: home,
        home_id: home,
        assign_to,
        assign_key: sql<number>`coalesce(cast(${assign_to} as bigint), 0)`,
        requester_id,
        created_at: at,
        updated_at: at,
        last_message_at: at,
        // Most have no tags. It is null until there is one without them.
        tag_set_id: sql<number>`(select id from tag_set where key = '')`,
      })
      .returningAll(),
);

async function insertRow({ db }: Work, given: NewConversation, actor: Actor): Promise<ConversationRecord> {
  const { title, statusId = OPEN_STATUS_ID, inboxId, assignTo = null, contactIds = [] } = given;
  const at = secondOf(actor.now);
  return (await insertConversation(db, title, statusId, inboxId, assignTo, contactIds[0] ?? null, at))[0]!;
}

function createdEntry(
  row: ConversationRecord,
  contactIds: readonly number[],
  tags: readonly string[],
  origin?: Origin,
) {
  const made = (to: unknown) => ({ from: null, to });
  return {
    conversationId: row.id,
    event: 'conversation.created',
    changes: {
      title: made(row.title),
      conversation_status_id: made(row.status_id),
      inbox_id: made(row.inbox_id),
      ...(row.assign_to === null ? {} : { assign_to: made(row.assign_to) }),
      ...(contactIds.length === 0 ? {} : { contacts: made(contactIds) }),
      ...(tags.length === 0 ? {} : { tags: made(tags) }),
      ...(origin && { origin: made(`${origin.source} ${origin.id}`) }),
    },
  } as const;
}

/** Creates a conversation, with its history entry, counts and search words. Its times are the actor's. */
export async function createConversation(
  work: Work,
  given: NewConversation,
  actor: Actor,
): Promise<ConversationRecord> {
  const contactIds = [...new Set(given.contactIds ?? [])];
  const row = await insertRow(work, { ...given, contactIds }, actor);
  await insertContacts(work, row.id, contactIds);
  if (given.origin) await keepOrigin(work, row.id, given.origin);
  const texts = [row.title, ...(await textsOf(work, contactIds)), ...(given.origin ? [originText(given.origin)] : [])];
  await indexNew(work, row.id, texts);
  const tags = await addTags(work, [row], given.tags ?? []);
  if (tags.length > 0 || row.tag_set_id === null) await refreshTagSets(work, [row.id]);
  moveNumbers(work, [], [row]);
  if (!given.isArchived) await openSpan(work, row, actor.agentId);
  await record(
    work,
    [
      createdEntry(
        row,
        contactIds,
        tags.map(link => link.name),
        given.origin,
      ),
    ],
    actor,
  );
  work.conversationChanged(row.id, row.home_id);
  return row;
}
