import { type Endpoint, errorsOf } from '../../contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { streamHeader } from '../../contract/presence.ts';
import { isPassing } from '../http/idempotency.ts';
import { resourcePath } from '../http/location.ts';
import { hasTag } from './parameters.ts';

type Json = Record<string, unknown>;

function said(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}

function counted(description: string, example: number) {
  return { description, schema: { type: 'integer', minimum: 0 }, example };
}

/** The headers of answers that say something about the service. */
export const knownHeaders = {
  'X-Request-Id': said('The request’s own, or a new one.', 'desk-41'),
  ETag: said('Another one after every change; weak (`W/`) if the answer is compressed.', '"c7-3"'),
  Location: said('The address of what was created.', '/api/agent/v1/conversations/7'),
  'Idempotent-Replayed': said('`true` if the request was carried out before, and this is its first answer.', 'true'),
  'RateLimit-Limit': counted('How many requests the token may make in a minute.', 3_000),
  'RateLimit-Remaining': counted('How many of them are left.', 2_999),
  'RateLimit-Reset': counted('In how many seconds the next minute begins.', 60),
  'Content-Range': said('Where the bytes lie.', 'bytes 100-999/1000'),
  'Content-Disposition': said('The name of the file.', 'attachment; filename="label.pdf"'),
  'Accept-Ranges': said('That parts can be asked for.', 'bytes'),
  'Frontdesk-Stream': said(
    'The id of this stream of events, for `PUT /conversations/{conversation_id}/presence`.',
    'k3Jx9aQ2',
  ),
  'Retry-After': { ...counted('Seconds to wait.', 1), schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': said('How to say who calls.', 'Bearer'),
} as const;
type Header = keyof typeof knownHeaders;

function refer(names: readonly (Header | false)[]): Json {
  const found = ['X-Request-Id' as const, ...names].filter(name => name !== false);
  return Object.fromEntries(found.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

const rates: readonly Header[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
/** Its name in the contract is as it is sent. */
const stream = Object.keys(knownHeaders).find(name => name.toLowerCase() === streamHeader) as Header;

/** The headers of a success with this status. */
export function successHeaders(endpoint: Endpoint, status: number): Json {
  return refer([
    hasTag(endpoint) && 'ETag',
    status === 201 && resourcePath(endpoint) !== undefined && 'Location',
    errorsOf(endpoint).includes('idempotency_key_reused') && 'Idempotent-Replayed',
    ...(endpoint.allows === 'anyone' ? [] : rates),
    status === 206 && 'Content-Range',
    ...(endpoint.ranged && status !== 304 ? (['Content-Disposition', 'Accept-Ranges'] as const) : []),
    endpoint.stream === true && stream,
  ]);
}

/** The headers of a refusal for one of these reasons. */
export function refusalHeaders(codes: readonly ErrorCode[]): Json {
  return refer([
    codes.some(code => ['rate_limited', 'request_in_progress', 'unavailable'].includes(code)) && 'Retry-After',
    codes.includes('range_not_satisfiable') && 'Content-Range',
    codes.includes('unauthorized') && 'WWW-Authenticate',
    ...(codes.includes('unauthorized') ? [] : rates),
    codes.some(code => !isPassing(errorStatus[code])) && 'Idempotent-Replayed',
  ]);
}
