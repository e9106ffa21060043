import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Via } from '../../../contract/history.ts';
import { insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { lockConversations } from '../conversation/row.ts';
import { mailActor } from '../history.ts';
import { addReview } from '../message/review.ts';
import type { Work } from '../work.ts';

/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16;

const form = /^([1-9]\d{0,14})-([0-9a-f]{32})$/;

function signatureOf(id: number, secret: string): Buffer {
  return createHmac('sha256', secret).update(`rating ${id}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** The token that gives the right to answer a request for a rating; it needs no place in the database. */
export function createRatingToken(requestId: number, secret: string): string {
  return `${requestId}-${signatureOf(requestId, secret).toString('hex')}`;
}

/** The request that a token is for; undefined if it was not made here. */
export function readRatingToken(token: string, secret: string): number | undefined {
  const [, id, signature] = form.exec(token) ?? [];
  if (id === undefined) return undefined;
  const requestId = Number(id);
  return timingSafeEqual(Buffer.from(signature!, 'hex'), signatureOf(requestId, secret)) ? requestId : undefined;
}

/** How long a request can be answered, in milliseconds: 30 days. */
const VALID_MS = 30 * 86_400_000;

/** A request to rate a conversation, sent by the message `messageId`. */
interface NewRatingRequest {
  readonly conversationId: number;
  readonly contactId: number;
  readonly answerId: number;
  readonly messageId: number;
}

/** Records that a customer is asked, and returns the id of the request. */
export async function recordRatingRequest(work: Work, given: NewRatingRequest): Promise<number> {
  const { id } = await insertRow(work.db, 'rating_request', {
    conversation_id: given.conversationId,
    contact_id: given.contactId,
    answer_id: given.answerId,
    message_id: given.messageId,
    sent_at: work.now,
    used_at: null,
  });
  return id;
}

interface RatingRequest {
  readonly id: number;
  readonly conversationId: number;
  readonly contactId: number;
  /** It was not answered, and is not too old. */
  readonly isOpen: boolean;
}

/** The request with this id, or the one that a message of ours made; undefined without one. */
export async function ratingRequest(
  { db, now }: Readonly<{ db: Db; now: number }>,
  by: { readonly id: number } | { readonly message_id: number },
): Promise<RatingRequest | undefined> {
  const row = await rowWith(db, 'rating_request', by);
  if (!row) return undefined;
  const { id, conversation_id: conversationId, contact_id: contactId } = row;
  return { id, conversationId, contactId, isOpen: row.used_at === null && now - row.sent_at < VALID_MS };
}

async function survivorOf(work: Work, conversationId: number): Promise<number> {
  const [row] = await lockConversations(work, [conversationId]);
  return row?.merged_into ?? conversationId;
}

interface GivenRating {
  readonly rating: number;
  readonly comment?: string;
  /** By default mail. */
  readonly via?: Via;
}

/**
 * Answers a request with a review, which reopens nothing. Returns false, and changes nothing, if it was answered before
 * or is too old.
 */
export async function answerRatingRequest(work: Work, id: number, { via, ...given }: GivenRating): Promise<boolean> {
  const asked = await ratingRequest(work, { id });
  if (!asked?.isOpen) return false;
  // Another process may answer it in the same moment: then this finds no row.
  const used = await updateRows(work.db, 'rating_request', { id, used_at: null }, { used_at: work.now });
  if (used.length === 0) return false;
  const conversationId = await survivorOf(work, asked.conversationId);
  const { contactId } = asked;
  await addReview(work, { conversationId, contactId, ...given }, mailActor(work, via));
  return true;
}
