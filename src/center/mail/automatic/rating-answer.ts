import { foldQuotes } from '../../../text/quote.ts';
import { safeBlock } from '../../../text/safe.ts';
import type { Mail } from '../../intake/mime/parse-mail.ts';
import { readMessageId } from '../../model/message-id.ts';
import { contactByEmail } from '../../model/people/contact.ts';
import { ratingRequest } from '../../model/rating/request.ts';
import type { Work } from '../../model/work.ts';

/** The part of a mail's text that is read: a rating stands at its beginning. */
const MAX_READ = 65_536;
/** The longest comment that the API takes. */
const MAX_COMMENT = 10_000;

/** A rating in a text, and the writer's further words. */
export interface WrittenRating {
  readonly rating: number;
  readonly comment: string;
}

/** A digit that stands alone: not one of 4.5, 5/10 or 3-4. */
const RATING = /^([1-5])(?: ?\/ ?5)?(?![^\s\p{P}]|\p{P}+\d)[\s\p{P}]*/u;

/** The rating in a mail's text: its first line that is not a quote begins with one digit from 1 to 5. */
export function ratingIn(text: string): WrittenRating | undefined {
  const own = foldQuotes(safeBlock(text.slice(0, MAX_READ)))
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ lines }) => lines.map(line => line.trim()))
    .filter(line => line !== '');
  const [first = '', ...more] = own;
  const found = RATING.exec(first);
  if (!found) return undefined;
  const comment = [first.slice(found[0].length), ...more].join('\n').trim();
  return { rating: Number(found[1]), comment: comment.slice(0, MAX_COMMENT).toWellFormed() };
}

/** A customer's rating by mail, and the request that it answers. */
export interface MailedRating extends WrittenRating {
  readonly requestId: number;
  readonly saysMore: boolean;
}

/** The mail, and the known facts about its author. */
interface Candidate {
  readonly mail: Pick<Mail, 'text' | 'inReplyTo' | 'references'>;
  readonly hasFiles: boolean;
  /** The verified address in its From. */
  readonly from: string;
}

/** The rating in a mail by which the customer answers our request for one; undefined for any other mail. */
export async function mailedRating(work: Work, given: Candidate, secret: string): Promise<MailedRating | undefined> {
  const { inReplyTo, references, text } = given.mail;
  const answered = inReplyTo[0] ?? references.at(-1);
  const ours = answered === undefined ? undefined : readMessageId(answered, secret);
  const request = ours && (await ratingRequest(work, { message_id: ours.messageId }));
  if (!request) return undefined;
  const author = await contactByEmail(work.db, given.from);
  const written = author?.id === request.contactId ? ratingIn(text) : undefined;
  if (!written) return undefined;
  const saysMore = written.comment !== '' || given.hasFiles || text.length > MAX_READ;
  return { ...written, saysMore, requestId: request.id };
}
