import { createClient } from '../../src/client/client.ts';
import { createDesk } from '../../src/state/create-desk.ts';
import type { Desk } from '../../src/state/desk.ts';
import { safeLine } from '../../src/text/safe.ts';
import type { OpenCenter } from '../center/open-center.ts';
import type { handClock } from './hand-clock.ts';
import { keyNames } from './key-names.ts';

type DeskOptions = Parameters<typeof createDesk>[0];

interface PlainOptions extends Partial<Omit<DeskOptions, 'client' | 'center' | 'now' | 'elapsed' | 'setTimer'>> {
  /** The clock that the test moves. */
  readonly clock: Pick<ReturnType<typeof handClock>, 'now' | 'elapsed' | 'setTimer'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly token?: () => string;
  readonly baseUrl?: string;
}

let keys = 0;

/** A desk in memory, with nothing but a clock and what answers its requests. No two desks give a change the same key. */
export function plainDesk({
  clock: { now, elapsed, setTimer },
  fetch,
  token = () => 'token',
  baseUrl = 'https://help.example',
  ...more
}: PlainOptions): Desk {
  const client = createClient({ baseUrl, token, fetch });
  const newKey = () => `key-${keys++}`;
  const center = safeLine(new URL(baseUrl).host);
  return createDesk({ keyNames, client, center, now, elapsed, newKey, setTimer, ...more });
}

/** The same as the admin of a help center in this process; `fetch` stands in between. */
export function adminDesk(
  center: OpenCenter,
  { fetch = request => center.center.fetch(request), ...more }: Omit<PlainOptions, 'fetch'> & Partial<PlainOptions>,
): Desk {
  return plainDesk({ baseUrl: 'http://desk.example', token: () => center.tokens.admin, fetch, ...more });
}
