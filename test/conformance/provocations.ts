import { describe, expect, test } from 'vitest';
import { errorsOf, paramNames } from '../../src/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../src/contract/errors.ts';
import type { Inbox } from '../../src/contract/model.ts';
import type { Answer, Ask } from './client.ts';
import { conflicts } from './conflicts.ts';
import { type EndpointName, endpoints, type NamedEndpoint } from './endpoints.ts';
import { fieldsOf, hasPlaceFor, withValue, wrongValues } from './fields.ts';
import { fileForm } from './makers.ts';
import { paddedJson } from './refusals.ts';
import { newAsk } from './scenes.ts';
import { inFresh, unknownId, type World } from './world.ts';

/** Codes that no single request brings about; the tests named here do. */
const exempt: Readonly<Partial<Record<ErrorCode, string>>> = {
  rate_limited: 'needs many requests: "more requests than the limit in a minute" and the sign-ins ask for it',
  request_in_progress: 'needs two requests at once: "the same key sent several times at once" asks for it',
  internal: 'needs a fault of the service',
  not_implemented: 'no endpoint of this service says it',
  unavailable: 'needs a full disk or a database that is gone',
};

/** Declared by the contract where no request can bring it about. */
const unreachable: Readonly<Partial<Record<EndpointName, Readonly<Partial<Record<ErrorCode, string>>>>>> = {
  'session.logout': { idempotency_key_reused: 'the first answer ends the token' },
  'agent.update': { conflict: 'only the last admin meets it: "the last admin" asks for it' },
  'team.create': { conflict: 'the names of teams need not differ' },
  'team.update': { conflict: 'the names of teams need not differ' },
  'conversation.massUpdate': { bad_query: 'takes no query' },
  'conversation.addTags': { bad_query: 'takes no query' },
  'inbox.bulkSort': { bad_query: 'takes no query' },
  'agent.list': { validation_failed: 'its query says nothing but which page' },
  'team.list': { validation_failed: 'its query says nothing but which page' },
  'status.list': { validation_failed: 'its query says nothing but which page' },
  'tag.list': { validation_failed: 'its query takes any text' },
  'contact.list': { validation_failed: 'its query takes any text' },
};

type Provoke = (world: World, ask: Ask, one: NamedEndpoint) => Promise<Answer>;

const json = { 'content-type': 'application/json' };
const tooMuch = 25 * 1_048_576 + 1;

const wrongBody = (ask: Ask, one: NamedEndpoint): unknown => {
  const field = fieldsOf(one.endpoint.body).find(each => hasPlaceFor(ask.body, each))!;
  return withValue(ask.body, field.path, wrongValues[field.kind][0]);
};

const invalid: Provoke = (world, ask, one) => {
  if (one.endpoint.multipart) return world.call({ ...ask, raw: new FormData() });
  if (one.endpoint.body) return world.call({ ...ask, body: wrongBody(ask, one) });
  if (one.endpoint.query) return world.call({ ...ask, query: { before: { created_at: 'yesterday' } } });
  return world.call({ ...ask, headers: { 'idempotency-key': 'x'.repeat(256) } });
};

const nothingFound: Provoke = (world, ask, { endpoint }) => {
  if (paramNames(endpoint.path).length > 0)
    return world.call({ ...ask, path: ask.path.replace(/\/\d+/, `/${unknownId}`) });
  const unknown = { id: unknownId, conversation_ids: [unknownId], inboxes: [{ id: unknownId, sort: 0 }] };
  return world.call({ ...ask, body: { ...(ask.body as object), ...unknown } });
};

const overCap: Provoke = (world, ask) => {
  const held: Answer[] = [];
  return inFresh(world, { inboxLimit: 4 }, async fresh => {
    const inboxes = await fresh.get<Inbox[]>('/inboxes');
    expect(inboxes.length, 'the two built-in ones count').toBe(4);
    held.push(await fresh.call(ask));
  }).then(() => held[0]!);
};

const keyTwice: Provoke = async (world, ask, { endpoint }) => {
  const headers = { 'idempotency-key': world.unique('key') };
  const first = await world.call({ ...ask, headers });
  expect(first.status, first.text).toBeLessThan(300);
  const other = endpoint.multipart ? { raw: fileForm('other', 'other.txt') } : { query: { x: 1 } };
  return world.call({ ...ask, ...other, headers });
};

const provocations: Readonly<Partial<Record<ErrorCode, Provoke>>> = {
  malformed_json: (world, ask) => world.call({ ...ask, raw: '{', headers: json }),
  bad_query: (world, ask) => world.call({ ...ask, query: { limit: 0 } }),
  unauthorized: (world, ask, { endpoint }) =>
    endpoint.path === '/login'
      ? world.call({ ...ask, body: { ...(ask.body as object), password: 'not the password' } })
      : world.call({ ...ask, as: 'nobody' }),
  forbidden: (world, ask) => world.call({ ...ask, as: 'insider' }),
  agent_token_required: (world, ask) => world.call({ ...ask, as: 'key' }),
  inbox_limit_reached: overCap,
  not_found: nothingFound,
  conflict: (world, ask, one) => conflicts[one.name]!(world, ask),
  idempotency_key_reused: keyTwice,
  precondition_failed: (world, ask) => world.call({ ...ask, headers: { 'if-match': '"stale"' } }),
  too_large: (world, ask, { endpoint }) =>
    endpoint.multipart
      ? world.call({ ...ask, raw: fileForm('a'.repeat(tooMuch), 'large.bin') })
      : world.call({ ...ask, raw: paddedJson(ask.body, 1_048_577), headers: json }),
  unsupported_media_type: (world, ask) =>
    world.call({ ...ask, raw: JSON.stringify(ask.body ?? {}), headers: { 'content-type': 'text/plain' } }),
  validation_failed: invalid,
};

const rows = endpoints.flatMap(one =>
  errorsOf(one.endpoint)
    .filter(code => !exempt[code] && !unreachable[one.name]?.[code])
    .map(code => ({ one, code, title: one.title, status: errorStatus[code] })),
);

/** Every error that an endpoint declares can be brought about. */
export const registerProvocations = (world: () => World): void => {
  describe('every declared error is met', () => {
    test.for(rows)('$title says $status $code', async ({ one, code, status }, { skip }) => {
      skip(code === 'inbox_limit_reached' && !world().target.fresh, 'needs a help center with a small plan');
      const answer = await provocations[code]!(world(), await newAsk(world(), one), one);
      expect([answer.status, answer.code], answer.text).toEqual([status, code]);
    });
  });
};
