import { describe, expect, test } from 'vitest';
import { errorsOf, paramNames } from '../../src/contract/endpoint.ts';
import { errorStatus } from '../../src/contract/errors.ts';
import { sampled } from '../harness/full.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Json;
  readonly content?: Json;
}

interface Operation {
  readonly summary?: string;
  readonly operationId?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Json;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Json;
}

async function read(world: World): Promise<OpenApi> {
  return (await world.call({ method: 'GET', path: '/openapi.json', as: 'nobody' })).json as OpenApi;
}

function operationOf(document: OpenApi, { endpoint }: NamedEndpoint): Operation {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation, `${endpoint.method} ${endpoint.path} is in the document`).toBeDefined();
  return operation!;
}

/** Every `$ref` in the document. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' ? [String(one)] : references(one)));
}

/** Every property in the document with such a name. */
function namedIn(value: unknown, name: RegExp): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries((value as { readonly properties?: object }).properties ?? {});
  const found = own.filter(([key]) => name.test(key)).map(([, one]) => one);
  return [...found, ...Object.values(value).flatMap(one => namedIn(one, name))];
}

function referred(document: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);
}

function isThere(document: unknown, reference: string): boolean {
  return referred(document, reference) !== undefined;
}

/** Lists whose names the service's document writes without brackets. */
const PLAIN = ['status', 'event'];

interface QueryShape {
  readonly type: string;
  readonly wrapped?: QueryShape;
  readonly entries?: Readonly<Record<string, QueryShape>>;
}

function namesOf(name: string, { wrapped }: QueryShape): string[] {
  if (wrapped?.type === 'array') return [PLAIN.includes(name) ? name : `${name}[]`];
  if (wrapped?.type !== 'object') return [name];
  return Object.entries(wrapped.entries!).flatMap(([part, inner]) => namesOf(`${name}[${part}]`, inner));
}

function queryNames({ endpoint }: NamedEndpoint): string[] {
  return Object.entries((endpoint.query as unknown as QueryShape)?.entries ?? {}).flatMap(([name, shape]) =>
    namesOf(name, shape),
  );
}

function headersOf({ endpoint }: NamedEndpoint): string[] {
  const codes = errorsOf(endpoint);
  return [
    ...(codes.includes('idempotency_key_reused') ? ['Idempotency-Key'] : []),
    ...(endpoint.guarded ? ['If-Match'] : []),
  ];
}

function checkParameters(one: NamedEndpoint, operation: Operation): void {
  const given = operation.parameters ?? [];
  const named = (where: string) => given.filter(each => each.in === where).map(each => each.name);
  expect(named('path')).toEqual(paramNames(one.endpoint.path));
  expect(named('query').sort()).toEqual(queryNames(one).sort());
  expect(named('header')).toEqual(expect.arrayContaining(headersOf(one)));
  for (const each of given) {
    expect(each.schema, `${each.name} has a schema`).toBeTypeOf('object');
    if (each.in === 'path') expect(each.required).toBe(true);
    expect(each.description, `${each.name} is described`).toMatch(/\.$/);
    if (each.name === 'limit') expect(each.schema).toMatchObject({ minimum: 1, maximum: 200 });
  }
}

function checkBody({ endpoint }: NamedEndpoint, { requestBody }: Operation): void {
  if (!endpoint.body && !endpoint.multipart) {
    expect(requestBody).toBeUndefined();
    return;
  }
  const type = endpoint.multipart ? 'multipart/form-data' : 'application/json';
  const media = requestBody?.content[type];
  expect(media?.schema, `the body has a schema as ${type}`).toBeTypeOf('object');
  if (endpoint.example?.body !== undefined)
    expect(JSON.stringify(media), 'the body has its example').toContain(JSON.stringify(endpoint.example.body));
}

function resolved(document: OpenApi, answer: Answer | undefined): Answer | undefined {
  return answer?.$ref === undefined ? answer : (referred(document, answer.$ref) as Answer);
}

function checkResponses({ endpoint }: NamedEndpoint, { responses }: Operation, document: OpenApi): void {
  for (const status of [endpoint.status].flat()) {
    const success = responses[String(status)];
    expect(success?.description, `${status} is described`).toMatch(/\S/);
    const type = success?.content && Object.keys(success.content)[0];
    if (status === 204) expect(type).toBeUndefined();
    else expect(type, `${status} has content`).toBeTypeOf('string');
  }
  for (const code of ['rate_limited', 'request_in_progress'] as const)
    if (errorsOf(endpoint).includes(code))
      expect(resolved(document, responses[errorStatus[code]])?.headers, code).toHaveProperty('Retry-After');
  for (const code of errorsOf(endpoint)) {
    const answer = resolved(document, responses[String(errorStatus[code])]);
    expect(answer?.description, `${errorStatus[code]} is described`).toMatch(/\S/);
    expect(JSON.stringify(answer), `${errorStatus[code]} names ${code}`).toContain(code);
  }
}

/** A success as it comes, beside what the document says of it. */
async function checkTag(world: World, one: NamedEndpoint, { parameters, responses }: Operation): Promise<void> {
  const answer = await world.call(await newAsk(world, one));
  const declared = responses[String(answer.status)]?.headers ?? {};
  for (const name of ['ETag', 'X-Request-Id'])
    expect(name in declared, `${name} of ${answer.status}`).toBe(answer.headers.has(name));
  const isConditional = one.endpoint.method === 'GET' && answer.headers.has('etag');
  expect('304' in responses, '304').toBe(isConditional);
  expect(parameters?.some(({ name }) => name === 'If-None-Match') ?? false).toBe(isConditional);
  for (const name of ['Range', 'If-Range'])
    expect(parameters?.some(parameter => parameter.name === name) ?? false, name).toBe(one.endpoint.ranged === true);
  expect('206' in responses && '416' in responses, '206 and 416').toBe(one.endpoint.ranged === true);
}

/** The service describes itself as the contract does. */
export function registerOpenApi(world: () => World): void {
  describe('/openapi.json', () => {
    test.for(sampled(endpoints))('$title answers with the headers that are declared', async one => {
      await checkTag(world(), one, operationOf(await read(world()), one));
    });

    test('says how many conversations a call accepts', async () => {
      const lists = namedIn(await read(world()), /^[Cc]onversation_ids$/);
      expect(lists).toEqual(
        Array.from({ length: 5 }, () => expect.objectContaining({ type: 'array', minItems: 1, maxItems: 500 })),
      );
    });

    test('is OpenAPI 3.1 with a title, a version, a server and bearer tokens', async () => {
      const document = await read(world());
      expect(document.openapi).toMatch(/^3\.1\.\d+$/);
      expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
      expect(document.servers?.[0]?.url).toContain('/api/agent/v1');
      expect(JSON.stringify(document.components)).toContain('"scheme":"bearer"');
    });

    test('names every endpoint of the contract and no other', async () => {
      const { paths } = await read(world());
      const named = Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item).map(method => `${method.toUpperCase()} ${path}`),
      );
      expect(named.sort()).toEqual(endpoints.map(({ title }) => title).sort());
    });

    test('its references resolve, and no two operations share an id', async () => {
      const document = await read(world());
      expect(references(document).filter(one => !isThere(document, one))).toEqual([]);
      const ids = endpoints.map(one => operationOf(document, one).operationId);
      expect(new Set(ids).size).toBe(endpoints.length);
    });

    test.for(sampled(endpoints))(
      '$title has a summary, its parameters, its body, every answer and its example',
      async one => {
        const document = await read(world());
        const operation = operationOf(document, one);
        expect(operation.summary).toBe(one.endpoint.summary);
        expect(operation.security, 'who needs no token is told so').toEqual(
          one.endpoint.allows === 'anyone'
            ? one.endpoint.mayKnow
              ? [{}, { bearer: [] }]
              : []
            : expect.toBeOneOf([undefined, expect.any(Array)]),
        );
        checkParameters(one, operation);
        checkBody(one, operation);
        checkResponses(one, operation, document);
        for (const name of Object.keys(one.endpoint.example?.query ?? {})) {
          const parameter = operation.parameters?.find(each => each.name.replace(/\[.*/, '') === name);
          expect(parameter?.example, `${name} has its example`).toEqual(one.endpoint.example?.query?.[name]);
        }
      },
    );
  });
}
