import type { ApiError } from '../client/api-error.ts';
import type { SafeText } from '../text/safe.ts';
import type { Attempt } from './attempt.ts';
import type { Offer, Offers } from './offers.ts';

/** What a desk knows of its help center. */
interface Knowing {
  readonly world: () => { readonly offers: Offers };
  readonly set: (known: { readonly offers: Offers }) => void;
}

/** Why the help center lacks something, as a sentence; undefined if it has it, and until it is known. */
export function whyLacking({ offers }: ReturnType<Knowing['world']>, offer: Offer): SafeText | undefined {
  const known = offers[offer];
  return known === true ? undefined : known;
}

/** Notes for this run that the help center lacks something: it is not asked for that again. */
export function noteLack(desk: Knowing, offer: Offer, reason: SafeText): void {
  desk.set({ offers: { ...desk.world().offers, [offer]: reason } });
}

/** A question that can be asked in a way that not every help center understands. */
interface Question<T> {
  readonly offer: Offer;
  /** Why it is asked plainly, once that is known. */
  readonly reason: SafeText;
  readonly rich: () => Promise<Attempt<T>>;
  readonly plain: () => Promise<Attempt<T>>;
  /** Whether an error refuses how it was asked; by default `refusesQuestion`. */
  readonly isRefusal?: (error: ApiError) => boolean;
}

/**
 * Asks richly, and plainly if that is refused. If the plain answer shows that only the way was refused, the help center
 * is asked plainly from then on. A web page proves nothing: the next question is asked richly again.
 */
export async function degrade<T>(desk: Knowing, question: Question<T>): Promise<Attempt<T>> {
  const { offer, reason, rich, plain, isRefusal = refusesQuestion } = question;
  if (whyLacking(desk.world(), offer) !== undefined) return plain();
  const answer = await rich();
  if (!('error' in answer) || !isRefusal(answer.error)) return answer;
  const whole = await plain();
  if ('value' in whole && !answer.error.isTransient) noteLack(desk, offer, reason);
  return whole;
}

/** Whether an answer refuses how it was asked; another help center may say so by a web page. */
export function refusesQuestion({ isTransient, status }: ApiError): boolean {
  return !isTransient || status === 400 || status === 422;
}
