import { expect } from 'vitest';
import { openApi } from '../../src/center/openapi/document.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { errorsOf } from '../../src/contract/endpoint.ts';
import { type ErrorBody, errorStatus } from '../../src/contract/errors.ts';
import type { Answer, Ask } from './client.ts';
import { endpointAt } from './endpoints.ts';

const leaks = /\n\s+at |SQLITE_|node_modules|\bfd[ak]_[\w-]{20,}/;

interface Response {
  readonly headers?: object;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, Response | { $ref: string }>> }>>
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

function checkError(ask: Ask, answer: Answer, what: string): void {
  expect(answer.headers.get('content-type'), what).toMatch(/^application\/json\b/);
  const { error, ...rest } = answer.json as ErrorBody;
  expect(rest, `${what} has nothing beside "error"`).toEqual({});
  const { code, message, details, ...unknown } = error;
  expect(unknown, what).toEqual({});
  expect(errorStatus[code], `${what}: ${code} has its status`).toBe(answer.status);
  expect(message, `${what}: a sentence for a person`).toMatch(/^\S.*[.!?]$/su);
  expect(answer.text, `${what} gives nothing away`).not.toMatch(leaks);
  if (answer.status === 422) expect(details?.length, `${what} has details`).toBeGreaterThan(0);
  for (const detail of details ?? [])
    expect(detail, what).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  if (code === 'rate_limited' || code === 'request_in_progress')
    expect(answer.headers.get('retry-after'), `${what} says when to come back`).toMatch(/^[1-9]\d*$/);
  const endpoint = endpointAt(ask.method, ask.path);
  if (endpoint) expect(errorsOf(endpoint), `${what}: the contract declares it`).toContain(code);
}

const document = openApi() as unknown as Document;
/** Headers of HTTP itself, or for a proxy, which a document need not tell. */
const OF_HTTP =
  /^(content-(type|length|encoding|security-policy)|x-content-type-options|date|vary|allow|cache-control|x-accel-buffering|connection|keep-alive|transfer-encoding)$/;

function declaredHeaders(endpoint: Endpoint, status: number): readonly string[] {
  const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
  const response = operation.responses[status] ?? operation.responses.default!;
  const { headers } = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!]! : response;
  return Object.keys(headers ?? {}).map(name => name.toLowerCase());
}

function checkHeaders(endpoint: Endpoint, answer: Answer, what: string): void {
  const given = [...answer.headers.keys()].filter(name => !OF_HTTP.test(name));
  const declared = declaredHeaders(endpoint, answer.status);
  expect(
    given.filter(name => !declared.includes(name)),
    `${what}: headers that the document does not tell`,
  ).toEqual([]);
}

/** What holds for every answer, whatever was asked. */
export function checkInvariants(ask: Ask, answer: Answer): void {
  const what = `${ask.method} ${ask.path.slice(0, 100)} → ${answer.status} ${answer.text.slice(0, 400)}`;
  const requestId = answer.headers.get('x-request-id');
  expect(requestId, `${what}: X-Request-Id`).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const vary = answer.headers.get('vary') ?? '';
  for (const name of ['Authorization', 'Accept-Encoding']) expect(vary, `${what}: Vary`).toContain(name);
  expect(answer.status, what).toBeLessThan(500);
  if (answer.status === 204 || answer.status === 304) expect(answer.text, what).toBe('');
  if (answer.status >= 400) checkError(ask, answer, what);
  const endpoint = endpointAt(ask.method, ask.path);
  if (endpoint) checkHeaders(endpoint, answer, what);
}
