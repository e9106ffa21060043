import { beforeAll, describe, expect, test } from 'vitest';
import { paramNames } from '../../src/contract/endpoint.ts';
import { sampled } from '../harness/full.ts';
import type { Answer, Ask } from './client.ts';
import { endpoints, filledPath, type NamedEndpoint } from './endpoints.ts';
import { type Field, fieldsOf, hasPlaceFor, valueAt, withValue, wrongValues } from './fields.ts';
import { askOf, newAsk, type Scene, scenes, usualCaller } from './scenes.ts';
import { UNKNOWN_ID, type World } from './world.ts';

interface Stage {
  readonly one: NamedEndpoint;
  readonly world: () => World;
  /** A request that would succeed; nothing in these tests lets it. */
  readonly ask: () => Ask;
  readonly scene: () => Scene;
}

function expectRefusal(answer: Answer, status: number, code: string, what = ''): void {
  expect([answer.status, answer.code], `${what} ${answer.text}`).toEqual([status, code]);
}

const MEBIBYTE = 1_048_576;

/** JSON of exactly this many bytes: the body, with blanks that fill it up. */
export function paddedJson(body: unknown, bytes: number): string {
  const text = JSON.stringify(body);
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

const json = { 'content-type': 'application/json' };

function checkIds({ one, world, ask, scene }: Stage) {
  test.for(paramNames(one.endpoint.path))('says 404 if %s is unknown or not a positive integer', async name => {
    for (const id of [UNKNOWN_ID, 0, -1, 1.5, '1e3', '01', '+1', 'abc', '%00', '1%20', '99999999999999999999']) {
      const path = filledPath(one.endpoint.path, { ...scene().params, [name]: id });
      expectRefusal(await world().call({ ...ask(), path }), 404, 'not_found', String(id));
    }
  });
}

const tokens = ['', 'nonsense', 'null', '[]', 'undefined', `fda_${'A'.repeat(43)}`];

function checkToken({ world, ask }: Stage) {
  test('says 401 without a token and with an unknown one', async () => {
    expectRefusal(await world().call({ ...ask(), as: 'nobody' }), 401, 'unauthorized');
    const near = [world().target.apiKey.toUpperCase(), `${world().target.apiKey}x`, world().target.apiKey.slice(0, -1)];
    for (const token of [...tokens, ...near])
      expectRefusal(await world().call({ ...ask(), as: { token } }), 401, 'unauthorized', token);
    for (const authorization of [world().target.apiKey, `Basic ${world().target.apiKey}`])
      expectRefusal(await world().call({ ...ask(), headers: { authorization } }), 401, 'unauthorized');
  });
}

function checkJson({ world, ask }: Stage) {
  test('says 400 malformed_json to a body that is not JSON or is nested too deep', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const invalid = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    for (const raw of ['{"a":', '', '{a: 1}', '{"a": 1,}', 'NaN', "'x'", deep, `{"a":${deep}}`, invalid])
      expectRefusal(
        await world().call({ ...ask(), raw, headers: json }),
        400,
        'malformed_json',
        String(raw).slice(0, 9),
      );
  });

  test('says 422 to JSON that is not an object', async () => {
    for (const raw of ['null', '7', '"text"', 'true', '[]'])
      expectRefusal(await world().call({ ...ask(), raw, headers: json }), 422, 'validation_failed', raw);
  });

  test('says 415 to another content type', async () => {
    const raw = JSON.stringify(ask().body);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'])
      expectRefusal(
        await world().call({ ...ask(), raw, headers: { 'content-type': type } }),
        415,
        'unsupported_media_type',
        type,
      );
  });

  test('says 413 to one byte more than 1 MiB', async () => {
    const raw = paddedJson(ask().body, MEBIBYTE + 1);
    expectRefusal(await world().call({ ...ask(), raw, headers: json }), 413, 'too_large');
  });
}

function expectNamed(answer: Answer, field: Field, value: unknown): void {
  const said = JSON.stringify(value)?.slice(0, 200);
  expectRefusal(answer, 422, 'validation_failed', `${field.dotted} = ${said}`);
  expect(
    answer.details.map(({ path }) => path),
    `names ${field.dotted} for ${said}`,
  ).toContain(field.dotted);
}

/** Of a choice between shapes the body that was meant is known by its field's name alone. */
function isShapeItself(one: NamedEndpoint, field: Field): boolean {
  return one.name === 'conversation.merge' && field.isRequired;
}

/** Longer text would meet the limit of the whole body first. */
const TRIED_LENGTH = 100_000;

function lengthFaults({ limits, isFreeText }: Field): string[] {
  const { minLength = 0, maxLength = TRIED_LENGTH } = limits;
  const long = maxLength >= TRIED_LENGTH ? [] : [`${isFreeText ? '' : 'a@'}${'é'.repeat(maxLength + 1)}`];
  return [...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []), ...long];
}

/** More ids than one statement of a database takes, and more objects than anyone has a use for. */
const tooMany = { ids: 33_000, objects: 2_000 };

function manyItems(body: unknown, { path, dotted }: Field): unknown[] {
  const [given] = (valueAt(body, path) as unknown[] | undefined) ?? [];
  const item = (at: number) => {
    if (typeof given === 'object') return given;
    if (dotted === 'holidays') return '2026-12-25';
    if (dotted.endsWith('.status')) return `s${at}`;
    if (dotted.endsWith('.has')) return 'note';
    return dotted.includes('tags') ? `t${at}` : 1_000_000 + at;
  };
  return Array.from({ length: typeof given === 'object' ? tooMany.objects : tooMany.ids }, (_, at) => item(at));
}

/** A name of blanks only equals no name, which some fields allow. */
const blank = ['', '   ', '\t', '\u3000'];

/** No name contains these. */
const notOneLine = ['a\u0000b', 'a\nb', 'a\u0007', '\u007fa', 'a\u0085b', 'a\u2028b'];

function checkFields({ one, world, ask }: Stage) {
  const fields = fieldsOf(one.endpoint.body);
  const tryOut = async (field: Field, values: readonly unknown[]) => {
    if (!hasPlaceFor(ask().body, field)) return;
    for (const value of values)
      expectNamed(await world().call({ ...ask(), body: withValue(ask().body, field.path, value) }), field, value);
  };
  const required = fields.filter(field => field.isRequired);
  if (required.length > 0)
    test.for(required)('says 422 and names $dotted if it is missing', field => tryOut(field, [undefined]));
  if (fields.length > 0)
    test.for(fields)('says 422 and names $dotted if it is of the wrong type', field => {
      const values = [...wrongValues[field.kind], ...(field.isNullable ? [] : [null])];
      return tryOut(field, isShapeItself(one, field) ? values.filter(value => value !== null) : values);
    });
  const bounded = fields.filter(field => field.kind === 'text' && lengthFaults(field).length > 0);
  if (bounded.length > 0)
    test.for(bounded)('says 422 and names $dotted if it is too short or too long', field =>
      tryOut(field, lengthFaults(field)),
    );
  const oneLined = fields.filter(field => field.isOneLine);
  if (oneLined.length > 0)
    test.for(oneLined)('says 422 and names $dotted if it is blank or has control characters', field =>
      tryOut(field, field.limits.minLength === 0 ? notOneLine : [...blank, ...notOneLine]),
    );
  const lists = fields.filter(field => field.kind === 'list');
  if (lists.length > 0)
    test.for(lists)('says 422 and names $dotted if it holds thousands', field =>
      tryOut(field, [manyItems(ask().body, field)]),
    );
}

/** What every endpoint refuses, and how it says so. */
export function registerRefusals(world: () => World): void {
  const refusing = endpoints.filter(({ endpoint }) => endpoint.allows !== 'anyone' || endpoint.body);
  describe.for(sampled(refusing))('$title', one => {
    const held: { scene?: Scene } = {};
    beforeAll(async () => {
      held.scene = await scenes[one.name](world(), usualCaller(one));
    });
    const scene = () => held.scene!;
    const stage = { one, world, scene, ask: () => askOf(one, scene(), usualCaller(one)) };
    if (paramNames(one.endpoint.path).length > 0) checkIds(stage);
    if (one.endpoint.allows !== 'anyone') checkToken(stage);
    if (one.endpoint.body) checkJson(stage);
    checkFields(stage);
  });

  test('a body of exactly 1 MiB is accepted', async () => {
    const one = endpoints.find(({ name }) => name === 'conversation.create')!;
    const ask = await newAsk(world(), one);
    const answer = await world().call({ ...ask, raw: paddedJson(ask.body, MEBIBYTE), headers: json });
    expect(answer.status, answer.text).toBe(201);
  });

  test.for([
    ['an unknown path', 'GET', '/no-such-thing'],
    ['a path with more behind it', 'GET', '/conversations/1/messages/1/more'],
    ['a path that ends with a slash', 'GET', '/conversations/'],
  ] as const)('%s is a 404', async ([, method, path]) => {
    expectRefusal(await world().call({ method, path }), 404, 'not_found');
  });

  test.for([
    ['PATCH', '/conversations/1', 'HEAD, GET, PUT'],
    ['DELETE', '/conversations', 'HEAD, GET, POST, PUT'],
    ['GET', '/conversations/tags', 'POST, DELETE'],
    ['GET', '/login', 'POST'],
  ] as const)('%s %s is a 405 that says by which methods it is there', async ([method, path, allow]) => {
    const answer = await world().call({ method, path });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });
}
