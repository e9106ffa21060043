import { cleanText } from '../../model/clean-text.ts';
import { Problem } from '../../model/problem.ts';
import { readBody } from '../body/read.ts';
import type { AnyRequest } from '../request.ts';

/** The largest form, in bytes: the longest comment in letters of three bytes, each of them escaped. */
const MAX_FORM_BYTES = 98_304;

/** What a customer has filled in; `rating` undefined if it is no whole number from 1 to 5. */
export interface RatingForm {
  readonly rating: number | undefined;
  readonly comment: string;
}

function isForm(request: AnyRequest): boolean {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

/** Reads the form as browsers send it. Throws `unsupported_media_type` or `too_large` for any other body. */
export async function readRatingForm(request: AnyRequest): Promise<RatingForm> {
  if (!isForm(request)) throw new Problem('unsupported_media_type', 'Send the form of the page.');
  const fields = new URLSearchParams(Buffer.from(await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
  const rating = fields.get('rating') ?? '';
  return {
    rating: /^[1-5]$/.test(rating) ? Number(rating) : undefined,
    // Browsers end lines with CR and LF.
    comment: cleanText((fields.get('comment') ?? '').replace(/\r\n?/g, '\n')).trim(),
  };
}
