import { onTestFinished } from 'vitest';
import {
  answerRatingRequest,
  createRatingToken,
  recordRatingRequest,
} from '../../../../src/center/model/rating/request.ts';
import { readMailSecret } from '../../../../src/center/model/setting.ts';
import type { CenterSettings } from '../../../../src/center/model/settings.ts';
import type { HistoryEntry, Review } from '../../../../src/contract/model.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

/** A help center with a closed conversation whose customer was asked for a rating. */
export interface OpenRating extends OpenCenter {
  readonly conversationId: number;
  /** The path of the page in the customer's mail. */
  readonly path: string;
  readonly requestId: number;
  reviews(): Promise<Review[]>;
  history(): Promise<HistoryEntry[]>;
  /** The answer to a request for the page: POST if there is a form. */
  page(form?: Readonly<Record<string, string>> | string, path?: string): Promise<Response>;
}

/** Opens it; closed with the test. */
export async function openRating(settings: Partial<CenterSettings> = {}): Promise<OpenRating> {
  const opened = await openCenter({ settings });
  onTestFinished(() => opened.close());
  const { call, center } = opened;
  const contact = await call('POST', '/contacts', { body: { name: 'Kim Quinn', email: 'kim@customer.example' } });
  const body = { title: 'Parcel <script>', contacts: [contact.body.data.id], conversation_status_id: 2 };
  const conversationId: number = (await call('POST', '/conversations', { body })).body.data.id;
  const requestId = await center.write(work =>
    recordRatingRequest(work, { conversationId, contactId: contact.body.data.id, answerId: 91, messageId: 92 }),
  );
  const secret = await center.read(({ db }) => readMailSecret(db));
  const path = `/rate/${createRatingToken(requestId, secret)}`;
  const data = async (what: string) => (await call('GET', `/conversations/${conversationId}/${what}`)).body.data;
  return {
    ...opened,
    conversationId,
    path,
    requestId,
    reviews: () => data('reviews'),
    history: () => data('history'),
    page: (form, at = path) =>
      center.fetch(
        new Request(`http://desk.example${at}`, {
          ...(form !== undefined && {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(form).toString(),
          }),
        }),
        '203.0.113.7',
      ),
  };
}

/** Answers the request by its id, as a mail does. */
export function answerNow({ center, requestId }: OpenRating, rating: number): Promise<boolean> {
  return center.write(work => answerRatingRequest(work, requestId, { rating }));
}
