import { isPage } from './failure.ts';
import type { AnyRequest } from './request.ts';
import type { RawResponse } from './transport.ts';

/** A shorter one could be a word of the help center's own sentence: `wrong`. */
const MIN_SECRET = 8;

/** Keeps token and password hidden if a help center, or a proxy before it, repeats the request. */
export function withoutSecrets(answer: RawResponse, token: string | undefined, { body }: AnyRequest): RawResponse {
  const { password } = (body ?? {}) as { password?: unknown };
  const clean = without(answer, token !== undefined && token.length >= MIN_SECRET ? [token] : [], '[token]');
  // A password may be a part of the token in the answer to a sign-in, of which nothing is shown.
  const isShown = answer.status >= 300 || isPage(answer.text);
  if (!isShown || typeof password !== 'string' || password.length < MIN_SECRET) return clean;
  return without(clean, formsOf(password), '[password]');
}

/** The password as it stands in JSON and in a form, and as it is. */
function formsOf(password: string): readonly string[] {
  return [JSON.stringify(password).slice(1, -1), encodeURIComponent(password.toWellFormed()), password];
}

function without(answer: RawResponse, secrets: readonly string[], name: string): RawResponse {
  const found = secrets.filter(secret => answer.text.includes(secret));
  if (found.length === 0) return answer;
  return { ...answer, text: found.reduce((text, secret) => text.replaceAll(secret, name), answer.text) };
}
