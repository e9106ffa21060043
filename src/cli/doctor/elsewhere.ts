import * as v from 'valibot';
import { ApiError } from '../../client/api-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import type { Fetch } from '../../client/over-http.ts';
import { CERTIFICATE_CURE } from '../../text/connection-words.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { isThroughSsh } from '../elsewhere/address.ts';
import type { PlaceElsewhere } from '../elsewhere/resolve.ts';
import { wayTo } from '../elsewhere/way.ts';
import { ShellError } from '../shell-error.ts';
import { faultFindings } from './faults.ts';
import { type Finding, findingsOf, mailSignedOut } from './finding.ts';

const { good, note, todo } = findingsOf('help center');

/** A person waits for it. */
const MAX_WAIT_MS = 10_000;
/** With a larger difference times look wrong, and certificates may too. */
const MAX_CLOCK_DIFFERENCE_S = 60;

/** The facts about the connection that a call has shown. */
interface ConnectionFacts {
  /** The help center's clock less ours, in seconds; undefined if it did not say. */
  clockDifference?: number;
}

/** The help center elsewhere: reached, trusted, the agent of the token, and its clock. */
export async function elsewhereFindings(place: PlaceElsewhere, now: () => number): Promise<readonly Finding[]> {
  const seen: ConnectionFacts = {};
  const token = await tokenOf(place);
  const { baseUrl, fetch } = wayTo(place);
  const client = createClient({
    baseUrl,
    token: () => token.value,
    timeoutMs: MAX_WAIT_MS,
    fetch: request => watched(request, { fetch, seen, now }),
  });
  const host = safeLine(new URL(place.url).host);
  const answered = await callFindings(client, token.value, { host, place });
  return [
    ...(place.warning ? [note(place.warning)] : []),
    ...token.findings,
    ...answered,
    ...clockFindings(host, seen),
  ];
}

async function tokenOf({ token }: PlaceElsewhere) {
  try {
    const value = await token();
    const missing = todo(t`There is no token for this help center.`, t`Run frontdesk login, or name a --token-file.`);
    return { value, findings: value === undefined ? [missing] : [] };
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    return { value: undefined, findings: [todo(safeLine(error.message), t`Correct that, or run frontdesk login.`)] };
  }
}

interface Watching {
  readonly fetch: Fetch;
  readonly seen: ConnectionFacts;
  readonly now: () => number;
}

async function watched(request: Request, { fetch, seen, now }: Watching): Promise<Response> {
  const askedAt = now();
  const response = await fetch(request);
  const theirs = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(theirs)) seen.clockDifference = Math.round((theirs - (askedAt + now()) / 2) / 1000);
  return response;
}

interface CheckedServer {
  readonly host: SafeText;
  readonly place: PlaceElsewhere;
}

async function callFindings(
  client: Client,
  token: string | undefined,
  asked: CheckedServer,
): Promise<readonly Finding[]> {
  const { host, place } = asked;
  const secrecy = place.url.startsWith('https:') ? t` over TLS` : isThroughSsh(place.url) ? t` through SSH` : t``;
  try {
    if (token === undefined) {
      await (await client.service.health()).body?.cancel();
      return [good(t`${host} answers${secrecy}.`)];
    }
    const { agent, api_key, mail } = (await client.session.me()).data;
    const signedOut = mail?.signed_out ?? [];
    const who = agent ? t`${agent.name} <${agent.email}>` : t`the API key ${api_key ?? t`without a name`}`;
    return [
      good(t`${host} answers${secrecy}; the token from ${place.tokenSource} is of ${who}.`),
      ...(await failingOf(client)),
      ...signedOut.map(({ account, since }) => mailSignedOut(account, since ?? 0, Date.now())),
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [failed(error, asked)];
  }
}

/** A fault as the help center’s `/health` tells an admin. */
const HealthReport = v.object({
  faults: v.array(
    v.object({
      what: v.string(),
      fault: v.string(),
      tries: v.number(),
      since: v.string(),
      again_at: v.nullable(v.string()),
    }),
  ),
});

/** The failing jobs of the help center; none if it does not say. */
async function failingOf(client: Client): Promise<readonly Finding[]> {
  try {
    const told = v.safeParse(HealthReport, await (await client.service.health()).json());
    const faults = told.success ? told.output.faults : [];
    const failing = faults.map(({ since, again_at, ...one }) => ({
      ...one,
      since: parseTime(since),
      againAt: again_at === null ? null : parseTime(again_at),
    }));
    return faultFindings(failing, Date.now());
  } catch {
    // Another help center may have no such call, or answer in another form: then it tells nothing of this.
    return [];
  }
}

function parseTime(text: string): number {
  return Date.parse(`${text}Z`);
}

function failed({ status, message, isTransient }: ApiError, { host, place }: CheckedServer): Finding {
  if (status === 401) {
    return todo(t`${host} answers, but does not take the token from ${place.tokenSource}.`, t`Run frontdesk login.`);
  }
  if (message.endsWith(CERTIFICATE_CURE))
    return todo(safeLine(message.slice(0, -CERTIFICATE_CURE.length - 1)), safeLine(CERTIFICATE_CURE));
  return todo(message, isTransient ? t`Check the address and the network, then try again.` : t`Check the address.`);
}

function clockFindings(host: SafeText, { clockDifference }: ConnectionFacts): readonly Finding[] {
  if (clockDifference === undefined) return [];
  const seconds = Math.abs(clockDifference);
  if (seconds <= MAX_CLOCK_DIFFERENCE_S) return [good(t`Its clock and this machine’s differ by ${seconds} s.`)];
  const order = clockDifference > 0 ? t`ahead of` : t`behind`;
  return [
    todo(
      t`The clock of ${host} is ${seconds} s ${order} this machine’s.`,
      t`Set the clocks by NTP: times look wrong otherwise.`,
    ),
  ];
}
