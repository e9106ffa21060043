import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../src/center/http/listen.ts';
import { basePath } from '../../../../src/contract/index.ts';
import { PROXIES, type ProxyName, startProxy, whyNoProxy } from '../../../harness/proxies.ts';
import { createRandom, pick } from '../../../harness/random.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { openRating } from './open-rating.ts';

const HOST = 'help.shop.example';
const API = basePath.slice(1);
const PASSWORD = 'correct horse, battery';
const BODY = JSON.stringify({ email: 'ada@desk.example', password: PASSWORD });

const UP = [
  '..',
  '%2e%2e',
  '.%2E',
  '%2E.',
  '..;',
  '..;a=b',
  '%252e%252e',
  '..%00',
  '%c0%ae%c0%ae',
  '.%u002e',
  '. .',
  '...',
];
const SEPARATORS = [
  '/',
  '\\',
  '%2f',
  '%2F',
  '%5C',
  '%5c',
  '//',
  '/./',
  '%252f',
  '/%2e/',
  '\\/',
  ';/',
  '/\t',
  '#/',
  '?/',
];
const STARTS = [
  '/rate/',
  '//rate/',
  '/rate//',
  '/rate/x/',
  '/Rate/',
  `http://${HOST}/rate/`,
  'http://other.example/rate/',
];

/** The forms that have been seen to lead out of `/rate/`, or into it. */
const known = [
  ...['..\\', '../', '%2e%2e/', '.%2e/', '..%2f', '..%5c', '..;/', '..\\/', '\\..\\..\\'].flatMap(way => [
    `/rate/${way}${API}/health`,
    `/rate/${way}${API}/login`,
  ]),
  `/${API}/tags/..%2f..%2f..%2f..%2f..%2frate/x`,
  `/${API}/tags/..%5c..%5c..%5c..%5c..%5crate/x`,
  `/${API}/health/../../../../../rate/x`,
  `/${API}/health?/rate/`,
  `/${API}/health#/rate/`,
  `/rate/#/../../${API}/health`,
  `//${HOST}/rate/../${API}/health`,
];

/** Paths of any steps up, from the page into the API and from the API to the page. */
function anyPath(random: () => number): string {
  const steps = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, UP) + pick(random, SEPARATORS));
  const called = pick(random, ['health', 'login', 'openapi.json', 'tags/x', 'me']);
  const spelled = random() < 0.2 ? `${API}/${called}`.replaceAll('/', pick(random, SEPARATORS)) : `${API}/${called}`;
  if (random() < 0.7) return pick(random, STARTS) + steps.join('') + spelled;
  return `/${spelled}${pick(random, SEPARATORS)}${steps.join('')}rate/x`;
}

/** Sends a request whose target is written as it is; returns the answer. */
async function send(port: number, method: string, target: string, host = HOST): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'Content-Type: application/json'];
  socket.write(Buffer.from(`${[...head, `Content-Length: ${BODY.length}`].join('\r\n')}\r\n\r\n${BODY}`, 'latin1'));
  let text = '';
  socket.on('data', data => {
    text += data.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

/** A rating page behind a proxy that passes on `/rate/` alone, as the guide sets it up. */
async function behind(name: ProxyName) {
  const rating = await openRating({ trustedProxies: ['127.0.0.1'], rateLimit: 1_000_000 });
  const server = await listen(rating.center, { host: '127.0.0.1', port: 0, drainMs: 100, hosts: [HOST] });
  onTestFinished(() => server.close());
  const proxy = await startProxy(name, temporaryFolder(), Number(new URL(server.url).port));
  onTestFinished(() => proxy.stop());
  // With it, any request that reaches the sign-in gets a token.
  expect((await rating.call('PUT', `/agents/${rating.adminId}`, { body: { password: PASSWORD } })).status).toBe(200);
  rating.log.length = 0;
  return { ...rating, port: proxy.port };
}

describe.for(Object.keys(PROXIES) as ProxyName[])('behind %s, set up as in the guide', name => {
  test('a customer rates', skippedFor(whyNoProxy(name)), async () => {
    const rating = await behind(name);
    expect(await send(rating.port, 'GET', rating.path)).toMatch(/^HTTP\/1\.1 200 [\s\S]*How was our help/);
    const body = new URLSearchParams({ rating: '4' });
    const sent = await fetch(`http://127.0.0.1:${rating.port}${rating.path}`, { method: 'POST', body });
    expect(await sent.text()).toContain('Thank you!');
    expect(await rating.reviews()).toMatchObject([{ rating: 4 }]);
  });

  test('no path leads to anything but the rating page, and none to a token', skippedFor(whyNoProxy(name)), async () => {
    const rating = await behind(name);
    const random = createRandom(11);
    const reached = new Set<string>();
    const targets = [...known, ...Array.from({ length: 250 }, () => anyPath(random))];
    for (const target of targets)
      for (const method of ['GET', 'POST']) {
        rating.log.length = 0;
        const answer = await send(rating.port, method, target);
        const what = `${method} ${target}`;
        expect(answer, what).toMatch(/^HTTP\/1\.[01] (400|404|405|410) /);
        const route = rating.log.at(-1)?.split(' ')[1] ?? 'nothing';
        expect(['rate', '-', 'other-host', 'nothing'], what).toContain(route);
        reached.add(route);
      }
    // The proxy kept some back, and passed on others for the service to refuse.
    expect([...reached]).toEqual(expect.arrayContaining(['nothing', 'rate', '-']));
  });

  test('a name that is not served reaches nothing', skippedFor(whyNoProxy(name)), async () => {
    const rating = await behind(name);
    expect(await send(rating.port, 'GET', rating.path, 'evil.example')).toMatch(/^HTTP\/1\.1 404 /);
    expect(rating.log.map(line => line.split(' ')[1])).toEqual(['other-host']);
  });
});
