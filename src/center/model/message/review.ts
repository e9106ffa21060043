import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { insertRow } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { lockConversation, writeConversations } from '../conversation/row.ts';
import { type Actor, recordOne } from '../history.ts';
import type { Page } from '../listing/paging.ts';
import { listTimeline, type TimelineQuery } from '../listing/timeline.ts';
import { timestamp } from '../time.ts';
import type { Work } from '../work.ts';

/** A review in the form of the service's answers. */
export type ReviewAnswer = AnswerInput<Contract['review']['add']>;

/** A customer's rating, 1 to 5; without `contactId` the requester's, null if the customer is unknown. */
export interface NewReview {
  readonly conversationId: number;
  readonly contactId?: number | null;
  readonly rating: number;
  readonly comment?: string;
}

function present(row: Row<'review'>): ReviewAnswer {
  return { ...row, created_at: timestamp(row.created_at) };
}

/** Adds a review with the actor's time. */
export async function addReview(work: Work, given: NewReview, actor: Actor): Promise<ReviewAnswer> {
  const before = await lockConversation(work, given.conversationId);
  const row = await insertRow(work.db, 'review', {
    conversation_id: before.id,
    contact_id: given.contactId === undefined ? before.requester_id : given.contactId,
    rating: given.rating,
    comment: given.comment ?? '',
    created_at: actor.now,
  });
  await writeConversations(work, [{ before, patch: { has_review: 1 } }], actor);
  const changes = {
    review_id: { from: null, to: row.id },
    contact_id: { from: null, to: row.contact_id },
    rating: { from: null, to: row.rating },
  };
  await recordOne(work, before.id, 'review.added', changes, actor);
  return present(row);
}

/** A page of a conversation's reviews. */
export async function listReviews(db: Db, conversationId: number, query: TimelineQuery, page: Page) {
  const { rows, nextCursor } = await listTimeline(db, 'review', conversationId, query, page);
  return { data: rows.map(present), nextCursor };
}
