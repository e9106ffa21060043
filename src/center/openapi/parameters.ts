import { type Endpoint, errorsOf, paramNames } from '../../contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';

type Json = Record<string, unknown>;

/** Descriptions that belong together, joined into one. */
export function joined(...descriptions: readonly unknown[]): string {
  return descriptions.filter(Boolean).join(' ');
}

function pathParameter(name: string, path: string): Json {
  const thing = name.replace(/_id$/, '').replaceAll('_', ' ');
  if (name.endsWith('_id'))
    return { description: `The id of the ${thing}.`, schema: { type: 'integer', minimum: 1 }, example: 1 };
  const what = path.split('/')[1]!.replace(/s$/, '');
  const description = `The ${thing} of the ${what}, without regard to case; a slash in it is percent-encoded too.`;
  return { description, schema: { type: 'string', minLength: 1 }, example: 'vip' };
}

function pathParameters(path: string): Json[] {
  return paramNames(path).map(name => ({ name, in: 'path', required: true, ...pathParameter(name, path) }));
}

/** Other numbers are refused too, but as an impossible page and not as a field at fault. */
const pageSize: Json = { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE };

function queryParameter(name: string, { plainName, description, ...schema }: Json): Json[] {
  const known = { in: 'query', required: false, description };
  if (schema.type === 'object')
    return Object.entries(schema.properties as Record<string, Json>).flatMap(([part, inner]) =>
      queryParameter(`${name}[${part}]`, {
        ...inner,
        plainName: false,
        description: joined(description, inner.description),
      }),
    );
  if (schema.type === 'array')
    return [{ name: plainName ? name : `${name}[]`, ...known, schema, style: 'form', explode: true }];
  return [{ name, ...known, schema: name === 'limit' ? pageSize : schema }];
}

function header(name: string, description: string, example: string): Json {
  return {
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  };
}

/** Whether an endpoint's answer has an ETag. */
export function hasTag({ gives, untagged }: Endpoint): boolean {
  return gives !== 'nothing' && !untagged;
}

/** Whether a reader can ask if an endpoint's answer is still current. */
export function isConditional(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && hasTag(endpoint);
}

function headers(endpoint: Endpoint): Json[] {
  const codes = errorsOf(endpoint);
  const found = [header('X-Request-Id', 'Comes back in the answer.', 'desk-41')];
  if (codes.includes('idempotency_key_reused'))
    found.push(
      header('Idempotency-Key', 'Makes it safe to send the same request again within 24 hours.', 'close-7-once'),
    );
  if (endpoint.guarded) found.push(header('If-Match', 'The ETag that the write is meant for.', '"c7-3"'));
  if (isConditional(endpoint))
    found.push(header('If-None-Match', 'The ETag that the reader has: 304 where it still holds.', '"c7-3"'));
  if (endpoint.ranged)
    found.push(
      header('Range', 'The bytes that are asked for, one range: 206 has them.', 'bytes=100-'),
      header('If-Range', 'The ETag of the part that the reader has: of another one, 200 has all.', '"c7-3"'),
    );
  if (endpoint.stream) found.push(header('Last-Event-ID', 'Resume after this event.', '41'));
  return found;
}

/** An operation's parameters; `query` as JSON Schema. */
export function parameters(endpoint: Endpoint, query: Readonly<Record<string, Json>>): Json[] {
  return [
    ...pathParameters(endpoint.path),
    ...Object.entries(query).flatMap(([name, schema]) => {
      const example = endpoint.example?.query?.[name];
      return queryParameter(name, schema).map(one => (example === undefined ? one : { ...one, example }));
    }),
    ...headers(endpoint),
  ];
}
