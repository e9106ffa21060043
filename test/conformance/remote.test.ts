import { describe } from 'vitest';
import { skippedFor } from '../harness/skipped.ts';
import { conformance } from './suite.ts';
import type { Target } from './target.ts';

const { FRONTDESK_URL: url = '', FRONTDESK_TOKEN: apiKey = '' } = process.env;

const MAX_PAUSE = 65;

/** Asks again when the help center says so: the suite asks more than a token may in a minute, and fails to sign in. */
async function patientFetch(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  const pause = Number(response.headers.get('retry-after'));
  if (response.status !== 429 || !(pause <= MAX_PAUSE)) return response;
  await response.body?.cancel();
  await new Promise(resolve => setTimeout(resolve, pause * 1_000));
  return patientFetch(request);
}

const whyNot =
  url === '' || apiKey === ''
    ? 'there is no help center elsewhere to ask: npm run conformance -- --url … names one'
    : undefined;

describe('the help center of FRONTDESK_URL', skippedFor(whyNot), () => {
  const open = async (): Promise<Target> => ({
    baseUrl: url.replace(/\/+$/, ''),
    apiKey,
    run: Date.now().toString(36),
    fetch: patientFetch,
    close: async () => undefined,
  });
  conformance(open, { isOverConnection: true });
});
