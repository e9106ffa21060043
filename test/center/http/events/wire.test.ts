import { get } from 'node:http';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../../../src/center/http/listen.ts';
import { basePath } from '../../../../src/contract/index.ts';
import { eventually } from '../../../harness/eventually.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { Reader } from './reader.ts';

let desk: OpenCenter;
let server: Listening;
beforeEach(async () => {
  desk = await openCenter({ settings: { heartbeatMs: 400, pollMs: 10 } });
  server = await listen(desk.center, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
  await desk.close();
});

/** What came of a stream of events with rows: its bytes as they were sent, without the lines of chunks, and its text. */
interface Followed {
  bytes: number;
  text: string;
  readonly coding: string | undefined;
  leave(): void;
}

function follow(accepted: string): Promise<Followed> {
  const headers = { authorization: `Bearer ${desk.tokens.admin}`, 'accept-encoding': accepted };
  return new Promise((resolve, reject) => {
    const request = get(`${server.url}${basePath}/events?rows=1`, { headers, agent: false }, answer => {
      const coding = answer.headers['content-encoding'];
      const followed: Followed = { bytes: 0, text: '', coding, leave: () => request.destroy() };
      answer.on('data', ({ length }: Buffer) => {
        followed.bytes += length;
      });
      const plain = coding === 'gzip' ? answer.pipe(createGunzip()) : answer;
      plain.on('data', (piece: Buffer) => {
        followed.text += piece.toString();
      });
      for (const one of [answer, plain]) one.on('error', () => undefined);
      resolve(followed);
    });
    request.on('error', reject);
  });
}

function until(followed: Followed, isDone: (text: string) => boolean): Promise<void> {
  return eventually(() => expect(isDone(followed.text)).toBe(true));
}

function make(title: string) {
  return desk.call('POST', '/conversations', { as: 'key', body: { title, inbox_id: desk.inboxId } });
}

test('events are compressed for a reader who accepts it: later ones and signs of life take few bytes', async () => {
  const followed = await follow('br, gzip');
  expect(followed.coding).toBe('gzip');
  await make('The lamp came broken');
  await until(followed, text => text.includes('broken'));
  const { bytes: first } = followed;
  for (const title of ['Parcel 9203 is late', 'Refund for order 7741']) await make(title);
  await until(followed, text => text.includes('7741'));
  expect(followed.bytes - first).toBeLessThan(500);
  await until(followed, text => text.endsWith('\n:\n\n'));
  const { bytes, text: before } = followed;
  await until(followed, text => text.length >= before.length + 9);
  const beats = (followed.text.length - before.length) / 3;
  expect((followed.bytes - bytes) / beats).toBeLessThanOrEqual(6);
  followed.leave();
});

test('a reader who accepts no coding gets them as they are', async () => {
  const followed = await follow('identity');
  expect(followed.coding).toBeUndefined();
  await make('Refund for order 7741');
  await until(followed, text => text.includes('"title":"Refund for order 7741"'));
  expect(followed.bytes).toBe(Buffer.byteLength(followed.text));
  followed.leave();
});

test('fetch has each compressed event as soon as it is sent', async () => {
  const headers = { authorization: `Bearer ${desk.tokens.admin}`, 'accept-encoding': 'br, gzip' };
  const response = await fetch(`${server.url}${basePath}/events?rows=1`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const reader = new Reader(response);
  for (const title of ['One', 'Two']) {
    const { body } = await make(title);
    expect((await reader.event())?.data).toMatchObject({ rows: [{ id: body.data.id, title }] });
  }
  await reader.cancel();
});
