import { expect, test } from 'vitest';
import type { ApiError } from '../../src/client/api-error.ts';
import { clientOver, json } from './fake-fetch.ts';

const WIFI = 'http://wifi.train.example/login?to=help.example';
const NAMED = 'A sign-in page of wifi.train.example answers instead of the help center';
const TITLED = 'A web page (“Welcome aboard”) answers instead of the help center';
const PLAIN = '<html><head><title> Welcome  aboard </title></head><body>Sign in</body></html>';

async function failureOf(answer: () => Response): Promise<ApiError> {
  const { client } = clientOver(answer);
  return client.inbox.list().then(
    () => expect.fail('It was answered.'),
    error => error,
  );
}

function page(text: string, status = 200): () => Response {
  return () => new Response(text, { status, headers: { 'content-type': 'text/html' } });
}

function to(location: string, status = 302): () => Response {
  return () => new Response(null, { status, headers: { location } });
}

type Case = readonly [string, () => Response, string];

test.each<Case>([
  ['a page', page(PLAIN), TITLED],
  ['a page without words', page('<html>'), 'A web page answers instead of the help center'],
  ['a page that goes on by itself', page(`<meta http-equiv="refresh" content="0; url=${WIFI}">`), NAMED],
  ['a page with a form', page(`<title>Hi</title><form method=post action='${WIFI}'>`), NAMED],
  ['a page with a base', page(`<base href="${WIFI}"><form action="/login">`), NAMED],
  ['a page whose script goes on', page(`<script>window.location.href = "${WIFI}"</script>`), NAMED],
  [
    'a page that names the help center',
    page(`<title>Welcome aboard</title><base href="https://help.example/">`),
    TITLED,
  ],
  ['a page that names no host', page(`<title>Welcome aboard</title><base href="http://">`), TITLED],
  ['403 with a page', page(PLAIN, 403), TITLED],
  ['407 with a page', page(PLAIN, 407), TITLED],
  ['511 with a page', page(`<title>Hi</title><form action="${WIFI}">`, 511), NAMED],
  [
    '511 with words',
    () => new Response('Sign in first', { status: 511 }),
    'A web page (“Sign in first”) answers instead of the help center',
  ],
  ...[301, 302, 303, 307, 308].map(status => [`a redirect with ${status}`, to(WIFI, status), NAMED] satisfies Case),
])('an answer in the place of the help center is named: %s', async (_, answer, words) => {
  const error = await failureOf(answer);
  expect([error.portal, error.isTransient, error.isSignedOut]).toEqual([words, true, false]);
});

test.each([
  ['an error of a gateway', page('<h1>502 Bad Gateway</h1>', 502)],
  ['a page for a missing call', page('<h1>Not found</h1>', 404)],
  [
    'a refusal in the help center’s words',
    () => json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 }),
  ],
  ['half an answer', () => new Response('{"data": [')],
  ['a redirect to the same host without encryption', to('http://help.example/x')],
  ['a redirect to no host', to('javascript:1')],
])('%s is not a sign-in page', async (_, answer) => {
  expect((await failureOf(answer)).portal).toBeNull();
});

test.each([
  ['its own words', json({ error: { code: 'unauthorized', message: 'Sign in again.' } }, { status: 401 }), true],
  ['another form', json({ message: 'Unauthenticated.' }, { status: 401 }), true],
  ['a web page', new Response(PLAIN, { status: 401 }), false],
  ['403', json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 }), false],
])('a token that is no longer taken is told from other refusals: %s', async (_, answer, isSignedOut) => {
  expect((await failureOf(() => answer)).isSignedOut).toBe(isSignedOut);
});

test('a hostile page is cut and made harmless', async () => {
  const long = 'a'.repeat(250);
  const { portal } = await failureOf(to(`http://wifi.${long}.example/`));
  expect(portal).toMatch(/^A (sign-in|web) page[\x20-\x7e]{0,90} answers instead of the help center$/);
  const hostile = await failureOf(page('<title>\u001b]0;owned\u0007 \u202e</title>'));
  expect(hostile.portal).toContain('^[]0;owned^G');
});

test('a page in place of a stream is not a stream; a file that is a page is a file', async () => {
  const { client } = clientOver(page(PLAIN));
  await expect(client.service.events()).rejects.toMatchObject({ portal: TITLED });
  const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment' };
  const file = clientOver(() => new Response(PLAIN, { headers }));
  const content = await file.client.attachment.content({ params: { attachment_id: 1 } });
  expect(await content.text()).toBe(PLAIN);
});
