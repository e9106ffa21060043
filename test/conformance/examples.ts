import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { sampled } from '../harness/full.ts';
import type { Answer, Ask } from './client.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { type Field, fieldsOf, hasPlaceFor, valueAt, withValue } from './fields.ts';
import { newAsk, scenes } from './scenes.ts';
import type { World } from './world.ts';

function statusesOf({ status }: Endpoint): readonly number[] {
  return typeof status === 'number' ? [status] : status;
}

/** One resource as the contract declares it: nothing of another shape, and nothing undeclared. */
function checkResource(endpoint: Endpoint, value: unknown): void {
  const result = v.safeParse(endpoint.answer!, value);
  expect(result.issues?.map(({ message, path }) => [path?.map(one => one.key).join('.'), message]) ?? []).toEqual([]);
  expect(value, 'nothing undeclared is given').toEqual(result.output);
}

const checkShape: Readonly<Record<Endpoint['gives'], (endpoint: Endpoint, answer: Answer) => void>> = {
  one: (endpoint, { json, data }) => {
    expect(Object.keys(json as object)).toEqual(['data']);
    checkResource(endpoint, data);
  },
  list: (endpoint, { json, data }) => {
    const next_cursor = expect.toBeOneOf([null, expect.any(String)]);
    expect(json).toEqual({ data: expect.any(Array), meta: { next_cursor } });
    for (const one of data as unknown[]) checkResource(endpoint, one);
  },
  nothing: (_, { text, headers }) => {
    expect(text).toBe('');
    expect(headers.get('content-type')).toBeNull();
  },
  raw: () => undefined,
};

function checkSuccess(endpoint: Endpoint, answer: Answer): void {
  expect(statusesOf(endpoint), answer.text).toContain(answer.status);
  if (endpoint.gives === 'one' || endpoint.gives === 'list')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json(; *charset=utf-8)?$/i);
  checkShape[endpoint.gives](endpoint, answer);
}

/** Lists are asked for all they hold, so that the shape of rows is seen. */
function widely(ask: Ask, { endpoint }: NamedEndpoint): Ask {
  return endpoint.gives === 'list' && endpoint.method === 'GET' ? { ...ask, query: {} } : ask;
}

/** Ids for fields that the example leaves out, by the field's name. */
async function idsFor(world: World): Promise<Readonly<Record<string, number>>> {
  return {
    id: world.inbox.id,
    inbox_id: world.inbox.id,
    contact_id: world.contact.id,
    contacts: world.contact.id,
    assign_to: world.insider.agent.id,
    agent_id: world.insider.agent.id,
    agent_ids: world.insider.agent.id,
    team_ids: (await world.make.team()).id,
    attachments: (await world.make.attachment()).id,
  };
}

/** The body with every id in it as text, those that the example leaves out too. */
async function withTextIds(world: World, fields: readonly Field[], given: unknown): Promise<unknown> {
  const known = await idsFor(world);
  let body = given;
  for (const field of fields) {
    const path = field.path.at(-1) === 0 ? field.path.slice(0, -1) : field.path;
    const value = valueAt(body, field.path) ?? known[String(path.at(-1))];
    const isThere = hasPlaceFor(body, { ...field, path });
    if (isThere && value) body = withValue(body, path, path === field.path ? String(value) : [String(value)]);
  }
  return body;
}

function checkGet(world: () => World, one: NamedEndpoint) {
  test('carries an ETag, and returns 304 without a body if the caller has it', async () => {
    const ask = await newAsk(world(), one);
    const first = await world().call(ask);
    const etag = first.headers.get('etag');
    expect(etag).toMatch(/^(W\/)?"[\x21\x23-\x7e]+"$/);
    for (const known of [etag!, `W/${etag!.replace(/^W\//, '')}`, `"other", ${etag}`]) {
      const again = await world().call({ ...ask, headers: { 'if-none-match': known } });
      expect(again.status, known).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await world().call({ ...ask, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
}

function checkBody(world: () => World, one: NamedEndpoint) {
  test('refuses a field that no call of the resource knows, and names it', async () => {
    const ask = await newAsk(world(), one);
    const answer = await world().call({ ...ask, body: { ...(ask.body as object), no_such_field: 424_242 } });
    expect([answer.status, answer.details.map(({ path }) => path)], answer.text).toEqual([422, ['no_such_field']]);
    checkSuccess(one.endpoint, await world().call(ask));
  });

  const ids = fieldsOf(one.endpoint.body).filter(field => field.kind === 'id');
  if (ids.length > 0)
    test('accepts ids as numeric strings', async () => {
      const ask = await newAsk(world(), one);
      const body = await withTextIds(world(), ids, ask.body);
      expect(body).not.toEqual(ask.body);
      checkSuccess(one.endpoint, await world().call({ ...ask, body }));
    });

  const bounded = fieldsOf(one.endpoint.body).filter(
    ({ isFreeText, limits, dotted }) =>
      isFreeText &&
      !['current_password', 'actions.snooze', 'do.status', 'do.snooze'].includes(dotted) &&
      (limits.maxLength ?? Number.POSITIVE_INFINITY) <= 10_000,
  );
  if (bounded.length > 0 && one.name !== 'session.login')
    test.for(bounded)('accepts $dotted at its greatest length', async field => {
      const ask = await newAsk(world(), one);
      if (!hasPlaceFor(ask.body, field)) return;
      const text = world().unique('').padEnd(field.limits.maxLength!, 'éàüõñçøåêîôûë');
      checkSuccess(one.endpoint, await world().call({ ...ask, body: withValue(ask.body, field.path, text) }));
    });

  test('accepts Content-Type with a charset', async () => {
    const ask = await newAsk(world(), one);
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    checkSuccess(one.endpoint, await world().call({ ...ask, headers }));
  });
}

/** Every endpoint's example works and its answer is what the contract declares. */
export function registerExamples(world: () => World): void {
  test('every endpoint has a row in the table of scenes, and no row is left over', () => {
    expect(Object.keys(scenes).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  });

  const alsoOtherwise = sampled(endpoints);
  describe.for(endpoints)('$title', one => {
    test('answers its example with the declared status and shape', async () => {
      const ask = await newAsk(world(), one);
      checkSuccess(one.endpoint, await world().call(ask));
      if (widely(ask, one) !== ask) {
        const answer = await world().call(widely(ask, one));
        checkSuccess(one.endpoint, answer);
      }
    });
    if (!alsoOtherwise.includes(one)) return;
    if (one.endpoint.method === 'GET' && (one.endpoint.gives === 'one' || one.endpoint.gives === 'list'))
      checkGet(world, one);
    if (one.endpoint.body) checkBody(world, one);
  });
}
