import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorsOf, paramNames } from '../../src/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../src/contract/errors.ts';
import type { EndpointName } from '../../src/contract/index.ts';
import type { Inbox } from '../../src/contract/model.ts';
import { isWhole } from '../harness/full.ts';
import { isOnPostgres } from '../harness/on-postgres.ts';
import { type Answer, type Ask, call, send } from './client.ts';
import { conflicts } from './conflicts.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { fieldsOf, hasPlaceFor, withValue, wrongValues } from './fields.ts';
import { fileForm } from './makers.ts';
import { paddedJson } from './refusals.ts';
import { newAsk } from './scenes.ts';
import type { Target } from './target.ts';
import { inFresh, UNKNOWN_ID, type World } from './world.ts';

type Provoke = (world: World, ask: Ask, one: NamedEndpoint) => Promise<Answer>;

const json = { 'content-type': 'application/json' };
const TOO_MUCH = 25 * 1_048_576 + 1;

function wrongBody(ask: Ask, one: NamedEndpoint): unknown {
  const field = fieldsOf(one.endpoint.body).find(each => hasPlaceFor(ask.body, each))!;
  return withValue(ask.body, field.path, wrongValues[field.kind][0]);
}

const invalid: Provoke = (world, ask, one) => {
  if (one.endpoint.multipart) return world.call({ ...ask, raw: new FormData() });
  if (one.endpoint.body) return world.call({ ...ask, body: wrongBody(ask, one) });
  const names = Object.keys((one.endpoint.query as { entries?: object } | undefined)?.entries ?? {});
  if (names.includes('before')) return world.call({ ...ask, query: { before: { created_at: 'yesterday' } } });
  if (names.includes('body_limit')) return world.call({ ...ask, query: { body_limit: 0 } });
  if (names.includes('rows')) return world.call({ ...ask, query: { rows: 'yes' } });
  if (names.includes('q')) return world.call({ ...ask, query: { q: 'x'.repeat(1_001) } });
  if (names.includes('zone')) return world.call({ ...ask, query: { zone: 'Nowhere' } });
  if (names.includes('fields')) return world.call({ ...ask, query: { fields: 'all' } });
  if (names.includes('after_id')) return world.call({ ...ask, query: { after_id: 'x' } });
  return world.call({ ...ask, headers: { 'idempotency-key': 'x'.repeat(256) } });
};

const nothingFound: Provoke = (world, ask, { endpoint }) => {
  if (paramNames(endpoint.path).length > 0)
    return world.call({ ...ask, path: ask.path.replace(/\/\d+|(?<=^\/tags)\/[^/]+/, `/${UNKNOWN_ID}`) });
  const unknown = { id: UNKNOWN_ID, conversation_ids: [UNKNOWN_ID], inboxes: [{ id: UNKNOWN_ID, sort: 0 }] };
  const known = fieldsOf(endpoint.body).map(({ dotted }) => dotted);
  const named = Object.entries(unknown).filter(([name]) => known.includes(name));
  return world.call({ ...ask, body: { ...(ask.body as object), ...Object.fromEntries(named) } });
};

const overCap: Provoke = (world, ask) => {
  const held: Answer[] = [];
  return inFresh(world, { inboxLimit: 4 }, async fresh => {
    const inboxes = await fresh.get<Inbox[]>('/inboxes');
    expect(inboxes.length, 'the two built-in ones count').toBe(4);
    held.push(await fresh.call(ask));
  }).then(() => held[0]!);
};

const keyTwice: Provoke = async (world, ask, one) => {
  const { endpoint, name } = one;
  const headers = { 'idempotency-key': world.unique('key') };
  const first = await world.call({ ...ask, headers });
  expect(first.status, first.text).toBeLessThan(300);
  const other = endpoint.multipart ? { raw: fileForm('other', 'other.txt') } : { query: { x: 1 } };
  // What signs out takes another token of the same agent.
  const again = name === 'session.logout' ? await newAsk(world, one) : ask;
  return world.call({ ...again, ...other, headers });
};

const atOnce: Provoke = async (world, ask) => {
  const headers = { 'idempotency-key': world.unique('key') };
  const release = world.target.holdWrites!();
  const asked = [world.call({ ...ask, headers }), world.call({ ...ask, headers })];
  // None can end well before the writes are let go: the first to be answered is the one that came too soon.
  const answer = await Promise.race(asked);
  release();
  await Promise.all(asked);
  return answer;
};

/** So many failed sign-ins one address has within 20 seconds. */
const FAILURES_TAKEN = 5;

const throttled: Provoke = async (world, ask) => {
  const found: Answer[] = [];
  await inFresh(world, {}, async fresh => {
    for (let time = 0; time <= FAILURES_TAKEN; time += 1) found.push(await fresh.call(ask));
  });
  return found.at(-1)!;
};

/** A help center whose API key has had its one request of this minute. */
async function openLimited(world: World): Promise<Target> {
  const target = await world.target.fresh!({ rateLimit: 1 });
  await call(target, { method: 'GET', path: '/me' }, target.apiKey);
  return target;
}

function tooMany(limited: () => Target): Provoke {
  return (world, ask, one) =>
    one.name === 'session.login'
      ? throttled(world, { ...ask, body: { email: 'no', password: 'no' } }, one)
      : call(limited(), ask, limited().apiKey);
}

const outage: Provoke = (world, ask, { endpoint }) => {
  const { target } = world;
  const token = endpoint.allows === 'anyone' ? undefined : target.apiKey;
  return target.whileStorageFails!(() => send(target, ask, token));
};

function staleBody({ body }: Ask): unknown {
  const [id] = (body as { conversation_ids: readonly number[] }).conversation_ids;
  return { ...(body as object), if_versions: { [id!]: 424_242 } };
}

function provocationsWith(limited: () => Target): Readonly<Partial<Record<ErrorCode, Provoke>>> {
  return {
    malformed_json: (world, ask) => world.call({ ...ask, raw: '{', headers: json }),
    bad_query: (world, ask) => world.call({ ...ask, query: { limit: 0 } }),
    unauthorized: (world, ask, { endpoint }) =>
      endpoint.path === '/login'
        ? world.call({ ...ask, body: { ...(ask.body as object), password: 'not the password' } })
        : world.call({
            ...ask,
            as: 'nobody',
            ...(endpoint.mayKnow && { headers: { authorization: 'Bearer unknown' } }),
          }),
    forbidden: (world, ask) => world.call({ ...ask, as: 'insider' }),
    agent_token_required: (world, ask) => world.call({ ...ask, as: 'key' }),
    inbox_limit_reached: overCap,
    not_found: nothingFound,
    conflict: (world, ask, one) => conflicts[one.name]!(world, ask),
    idempotency_key_reused: keyTwice,
    precondition_failed: (world, ask, { endpoint }) =>
      world.call(endpoint.guarded ? { ...ask, headers: { 'if-match': '"stale"' } } : { ...ask, body: staleBody(ask) }),
    too_large: (world, ask, { endpoint }) =>
      endpoint.multipart
        ? world.call({ ...ask, raw: fileForm('a'.repeat(TOO_MUCH), 'large.bin') })
        : world.call({ ...ask, raw: paddedJson(ask.body, 1_048_577), headers: json }),
    unsupported_media_type: (world, ask) =>
      world.call({ ...ask, raw: JSON.stringify(ask.body ?? {}), headers: { 'content-type': 'text/plain' } }),
    range_not_satisfiable: (world, ask) => world.call({ ...ask, headers: { range: 'bytes=-0' } }),
    validation_failed: invalid,
    rate_limited: tooMany(limited),
    request_in_progress: atOnce,
    unavailable: outage,
  };
}

const rows = endpoints.flatMap(one =>
  errorsOf(one.endpoint).map(code => ({ one, code, title: one.title, status: errorStatus[code] })),
);

/** What needs a help center in this process: a small or an empty one, or one whose storage is in the suite's hands. */
function isLocal(code: ErrorCode, name: EndpointName): boolean {
  return (
    ['inbox_limit_reached', 'rate_limited', 'request_in_progress', 'unavailable'].includes(code) ||
    (name === 'agent.update' && code === 'conflict')
  );
}

/** Of how many endpoints an error is brought about where the suite is asked again, and in `npm test`. */
const ENOUGH = isWhole || isOnPostgres() ? 6 : 2;

const rowsFew = [...Map.groupBy(rows, ({ code }) => code).values()].flatMap(same => same.slice(0, ENOUGH));

/** Every error that an endpoint declares can be brought about. */
export function registerProvocations(world: () => World, again?: string): void {
  describe('every declared error is met', () => {
    const asked = again === undefined && isWhole ? rows : rowsFew;
    const opened: { limited?: Target } = {};
    const provocations = provocationsWith(() => opened.limited!);
    beforeAll(async () => {
      if (world().target.fresh) opened.limited = await openLimited(world());
    });
    afterAll(() => opened.limited?.close());
    test.for(asked)('$title says $status $code', async ({ one, code, status }, { skip }) => {
      skip(isLocal(code, one.name) && !world().target.fresh, 'needs a help center in this process');
      const answer = await provocations[code]!(world(), await newAsk(world(), one), one);
      expect([answer.status, answer.code], answer.text).toEqual([status, code]);
    });
  });
}
