import type { Lie } from './lying-proxy.ts';

const PAGE = '<!doctype html><html><head><title>Hotel Wi-Fi</title></head><body>Please sign in</body></html>';

/** The page of a portal. */
function html(status: number): Lie {
  return { status, headers: { 'Content-Type': 'text/html' }, body: PAGE };
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Lie {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function wait(status: number, code: string, retryAfter: string, headers: Record<string, string> = {}): Lie {
  return json(status, { error: { code, message: 'Wait.' } }, { 'Retry-After': retryAfter, ...headers });
}

function redirect(status: number, location: string): Lie {
  return { status, headers: { Location: location }, body: '' };
}

const large = { data: Array.from({ length: 30_000 }, (_, id) => ({ number: id, text: 'x'.repeat(80) })) };
const DATE = 'Fri, 20 Nov 2026 09:12:00 GMT';
const SOON = 'Fri, 20 Nov 2026 09:12:20 GMT';

/** What a desk meets outside in place of the help center's answers: nothing of it is the help center's word. */
export const LIES = {
  'HTML 400': html(400),
  'HTML 403': html(403),
  'HTML 404': html(404),
  'HTML 407': html(407),
  'HTML 451': html(451),
  'HTML 511': html(511),
  'HTML 200': html(200),
  'an empty 200': { status: 200, body: '' },
  'a 301 to another host': redirect(301, 'https://portal.example/'),
  'a redirect elsewhere': redirect(302, 'http://portal.example/'),
  'a 307 to another host': redirect(307, 'https://portal.example/'),
  'a 308 to plain HTTP elsewhere': redirect(308, 'http://portal.example/'),
  'a 301 in circles': redirect(301, '/login'),
  'a 307 in circles': redirect(307, '/login'),
  'a redirect to nowhere': { status: 302, body: '' },
  'truncated JSON': { ...json(200, null), body: '{"data": {"id": 1, "title": "Ref' },
  'a truncated error': { ...json(403, null), body: '{"error": {"code": "forbidden", "mess' },
  '3 MB of JSON': json(200, large),
  '3 MB of JSON as an error': json(403, large),
  'a gateway’s JSON 403': json(403, { message: 'Forbidden' }),
  'a few words with 403': { status: 403, body: 'RBAC: access denied' },
  '429 with seconds': wait(429, 'rate_limited', '20'),
  '429 with a date': wait(429, 'rate_limited', SOON, { Date: DATE }),
  '429 with a time before now': wait(429, 'rate_limited', '-1'),
  '503 with seconds': wait(503, 'unavailable', '20'),
  '503 with a date': wait(503, 'unavailable', SOON, { Date: DATE }),
  '503 with an absurd time': wait(503, 'unavailable', '99999999999999'),
  '503 with thirty years': wait(503, 'unavailable', '1000000000'),
  '503 with a word for a time': wait(503, 'unavailable', 'soon'),
  '401': json(401, { error: { code: 'unauthorized', message: 'No token.' } }),
} as const satisfies Readonly<Record<string, Lie>>;
/** The name of a lie. */
export type LieName = keyof typeof LIES;
