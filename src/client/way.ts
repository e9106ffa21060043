import { type SafeText, safeLine } from '../text/safe.ts';
import { type AnswerHere, carryInProcess } from './in-process.ts';
import { carryOverHttp, type Fetch } from './over-http.ts';
import type { Carry } from './transport.ts';

/** The way to a help center: over a connection, or in this process. */
export type Way = { readonly fetch: Fetch } | { readonly answer: AnswerHere };

/** Carries requests on this way to the help center, which is called `host` in sentences. */
export function carryOn(way: Way, host: SafeText): Carry {
  return 'answer' in way ? carryInProcess(way.answer) : carryOverHttp(way.fetch, host);
}

/** What a help center is called in sentences. */
export function hostOf(baseUrl: string): SafeText {
  return safeLine(URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);
}
