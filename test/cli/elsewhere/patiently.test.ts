import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { waitsWhenAsked } from '../../../src/cli/elsewhere/patiently.ts';
import { withClient } from '../../../src/cli/elsewhere/with-client.ts';
import { createClient } from '../../../src/client/client.ts';
import { overNetwork } from '../../../src/client/over-http.ts';
import { shellHere } from '../shell-here.ts';

interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A help center that answers so, one after the other, and then that there is nothing; and how often it was asked. */
async function busy(...said: readonly Said[]) {
  const left = [...said];
  const seen = { count: 0 };
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    seen.count += 1;
    const { status, headers = {} } = left.shift() ?? { status: 200 };
    const body =
      status === 200
        ? { data: [], meta: { next_cursor: null } }
        : { error: { code: 'rate_limited', message: 'Slow down.' } };
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A client that waits by a clock of its own, which tells for how many milliseconds. */
function patientClient(baseUrl: string) {
  const waits: number[] = [];
  const client = createClient({ baseUrl, token: () => 'fd_x', fetch: overNetwork });
  return { waits, client: waitsWhenAsked(client, async ms => void waits.push(ms)) };
}

test.each([429, 503])('a command waits as long as %i asks, says so once, and goes on', async status => {
  const wait = { status, headers: { 'retry-after': '1' } };
  const { seen, url } = await busy(wait, wait);
  const { shell, stderr } = shellHere({ FRONTDESK_TOKEN: 'fd_x' });
  const { data } = await withClient(shell, { url }, ({ client }) => client.conversation.list());
  expect([data, seen.count]).toEqual([[], 3]);
  expect(stderr()).toBe('frontdesk: Slow down. This command asks again in 1 second; Ctrl-C ends it.\n');
});

test('a date is waited for as well as seconds, and no time as a second', async () => {
  const date = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toUTCString();
  const { url } = await busy(
    { status: 429, headers: { 'retry-after': date(4), date: date(0) } },
    { status: 503, headers: { 'retry-after': '0' } },
  );
  const { client, waits } = patientClient(url);
  await client.conversation.list();
  expect(waits).toEqual([4_000, 1_000]);
});

test('a request that may have been carried out is made again only under a key, and one without a time not at all', async () => {
  const body = { name: 'Returns' };
  const wait = (status: number) => ({ status, headers: { 'retry-after': '2' } });
  for (const [said, key, tries] of [
    [wait(503), undefined, 1],
    [wait(503), 'once', 2],
    [wait(429), undefined, 2],
    [{ status: 429 }, 'once', 1],
    [{ status: 500, headers: { 'retry-after': '2' } }, 'once', 1],
  ] as const) {
    const { seen, url } = await busy(said);
    await patientClient(url)
      .client.team.create(key === undefined ? { body } : { body, key })
      .catch(() => undefined);
    expect([said, key, seen.count]).toEqual([said, key, tries]);
  }
});

test('no wait is longer than ten minutes', async () => {
  const { url } = await busy(...Array.from({ length: 9 }, () => ({ status: 503, headers: { 'retry-after': '240' } })));
  const { client, waits } = patientClient(url);
  await expect(client.conversation.list()).rejects.toMatchObject({ status: 503 });
  expect(waits).toEqual([240_000, 240_000, 240_000]);
});
