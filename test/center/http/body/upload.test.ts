import { expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../../open-center.ts';

const MIB = 1_048_576;
const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
const filler = Buffer.from('x'.repeat(65_536));

test.for([
  ['before the first boundary', ''],
  ['in the head of a part', '--b\r\nX-Long: '],
])('the room for a form around its file counts every byte: %s', async ([, before]) => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  let taken = 0;
  const source = new ReadableStream({
    pull: controller => {
      if (taken > 40 * MIB) controller.close();
      else controller.enqueue(taken === 0 ? Buffer.from(`${before}x`) : filler);
      taken += filler.length;
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const plain = desk.request('POST', '/attachments', { headers });
  const request = new Request(plain, { body: source, method: 'POST', duplex: 'half' } as RequestInit);
  const { status } = await desk.center.fetch(request);
  expect([413, 415]).toContain(status);
  expect(taken).toBeLessThanOrEqual(25 * MIB + 4 * filler.length);
});

test('a form of very many small parts is answered 413 at once', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const form = (parts: number) => `--b${'\r\nX: y\r\n\r\n\r\n--b'.repeat(parts - 1)}${begin.slice(3)}small\r\n--b--`;
  const send = (body: string) =>
    desk.center.fetch(new Request(desk.request('POST', '/attachments', { headers }), { body, method: 'POST' }));
  expect((await send(form(100))).status).toBe(201);
  const refused = await send(form(101));
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('more than 100 parts')]);
});

test('a form that announces more than any file may have is refused as too large, not by a quota', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '99999999999' };
  const { status, body } = await desk.call('POST', '/attachments', { headers });
  expect([status, body.error.message]).toEqual([413, 'The file is larger than 25 MiB; nothing was kept.']);
});
