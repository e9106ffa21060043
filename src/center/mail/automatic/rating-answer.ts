import { foldQuotes } from '../../../text/quote.ts';
import { safeBlock } from '../../../text/safe.ts';
import type { Mail } from '../../intake/mime/parse-mail.ts';
import { readMessageId } from '../../model/message-id.ts';
import { contactByEmail } from '../../model/people/contact.ts';
import { ratingRequestBy } from '../../model/rating/request.ts';
import type { Work } from '../../model/work.ts';

/** What is read of a mail's text: a rating stands at its beginning. */
const MAX_READ = 65_536;

/** A rating in a text, and whether the writer says more. */
export interface WrittenRating {
  readonly rating: number;
  readonly saysMore: boolean;
}

/** The rating in a mail's text: its first line that is no quote is one digit from 1 to 5 alone. */
export function ratingIn(text: string): WrittenRating | undefined {
  const own = foldQuotes(safeBlock(text.slice(0, MAX_READ)))
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ lines }) => lines.map(line => line.trim()))
    .filter(line => line !== '');
  const [first = '', ...more] = own;
  if (!/^[1-5]$/.test(first)) return undefined;
  return { rating: Number(first), saysMore: more.length > 0 || text.length > MAX_READ };
}

/** A customer's rating by mail, and the request that it answers. */
export interface MailedRating extends WrittenRating {
  readonly requestId: number;
}

/** The mail, and what is known of its author. */
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
  const request = ours && (await ratingRequestBy(work, ours.messageId));
  if (!request) return undefined;
  const author = await contactByEmail(work.db, given.from);
  const written = author?.id === request.contactId ? ratingIn(text) : undefined;
  if (!written) return undefined;
  const saysMore = written.saysMore || given.hasFiles;
  return { ...written, saysMore, requestId: request.id };
}
