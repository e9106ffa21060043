import { Problem, problemOf } from '../../model/problem.ts';
import { answerRatingRequest, ratingRequest, readRatingToken } from '../../model/rating/request.ts';
import { readMailSecret } from '../../model/setting.ts';
import { cleanText } from '../../model/text-key.ts';
import { readTransaction, writeTransaction } from '../../model/transaction.ts';
import type { StoredAnswer } from '../answer.ts';
import { readBody } from '../body/read.ts';
import { createCallerAddress } from '../caller-address.ts';
import type { HttpContext } from '../context.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { IncomingRequest } from '../request.ts';
import { formPage, gonePage, MAX_COMMENT_LENGTH, PAGE_HEADERS, thanksPage, troublePage } from './page.ts';

/** The largest form, in bytes: the longest comment in letters of three bytes, each of them escaped. */
const MAX_FORM_BYTES = 98_304;

/** The fields that a customer filled in; `rating` undefined if it is not a whole number from 1 to 5. */
interface RatingForm {
  readonly rating: number | undefined;
  readonly comment: string;
}

function isForm(request: IncomingRequest): boolean {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

/** Reads the form as browsers send it. Throws `unsupported_media_type` or `too_large` for any other body. */
async function readRatingForm(request: IncomingRequest): Promise<RatingForm> {
  if (!isForm(request)) throw new Problem('unsupported_media_type', 'Send the form of the page.');
  const fields = new URLSearchParams(Buffer.from(await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
  const rating = fields.get('rating') ?? '';
  return {
    rating: /^[1-5]$/.test(rating) ? Number(rating) : undefined,
    // Browsers end lines with CR and LF.
    comment: cleanText((fields.get('comment') ?? '').replace(/\r\n?/g, '\n')).trim(),
  };
}

const PREFIX = '/rate/';

/** Whether a path is that of a page for a rating. */
export function isRatingPath(pathname: string): boolean {
  return pathname.startsWith(PREFIX);
}

/** Answers a request for the page of a rating; refusals are pages too. It never throws. */
type Rate = (asked: {
  readonly request: IncomingRequest;
  readonly pathname: string;
  readonly address: string;
}) => Promise<{ readonly answer: StoredAnswer; readonly error?: unknown }>;

function pageAnswer(status: number, body: string, more: Readonly<Record<string, string>> = {}): StoredAnswer {
  return { status, headers: { ...PAGE_HEADERS, ...more }, body };
}

function troubleAnswer(error: unknown): StoredAnswer {
  const { status, retryAfter } = problemOf(error);
  if (status === 429)
    return pageAnswer(status, troublePage('Please wait a moment', 'There were too many requests. Nothing was sent.'), {
      'retry-after': String(retryAfter ?? 60),
    });
  if (status < 500)
    return pageAnswer(status, troublePage('This form cannot be read', 'Nothing was sent. Please open the link again.'));
  const text = 'Your rating was not sent. Please try again in some minutes.';
  return pageAnswer(status, troublePage('Something went wrong here', text));
}

function notAllowed(): StoredAnswer {
  const text = 'This page can only be read and sent.';
  return pageAnswer(405, troublePage('This does not work', text), { allow: 'GET, HEAD, POST' });
}

/** Makes the pages on which customers rate the help. The token in the link is their right to do it. */
export function createRate(context: HttpContext): Rate {
  const addressOf = createCallerAddress(context.settings.trustedProxies);
  const limit = createRateLimit(context.settings.rateLimit);

  const requestFor = async (token: string): Promise<number | undefined> =>
    readRatingToken(token, await readMailSecret(context.store.reader));

  const show = async (id: number): Promise<StoredAnswer> => {
    const asked = await readTransaction(context, work => ratingRequest(work, { id }));
    return asked?.isOpen ? pageAnswer(200, formPage()) : pageAnswer(410, gonePage());
  };

  const take = async (id: number, request: IncomingRequest): Promise<StoredAnswer> => {
    const { rating, comment } = await readRatingForm(request);
    const asked = await readTransaction(context, work => ratingRequest(work, { id }));
    if (!asked?.isOpen) return pageAnswer(410, gonePage());
    if (rating === undefined) return pageAnswer(422, formPage('Please choose one of the five.', comment));
    if (comment.length > MAX_COMMENT_LENGTH)
      return pageAnswer(422, formPage(`Please shorten your text to ${MAX_COMMENT_LENGTH} signs.`, comment));
    const isTaken = await writeTransaction(context, work =>
      answerRatingRequest(work, id, { rating, comment, via: 'page' }),
    );
    return isTaken ? pageAnswer(200, thanksPage()) : pageAnswer(410, gonePage());
  };

  return async ({ request, pathname, address }) => {
    try {
      limit(addressOf(request.headers.get('x-forwarded-for'), address), context.elapsed());
      if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { answer: notAllowed() };
      const id = await requestFor(pathname.slice(PREFIX.length));
      if (id === undefined) return { answer: pageAnswer(410, gonePage()) };
      return { answer: await (request.method === 'POST' ? take(id, request) : show(id)) };
    } catch (error) {
      return { answer: troubleAnswer(error), error };
    }
  };
}
