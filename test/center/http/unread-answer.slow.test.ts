import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { openCenter } from '../open-center.ts';

const SIZE = 24_000_000;

test('a client that reads nothing of its answer is disconnected', async () => {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0, idleMs: 1_000 });
  onTestFinished(() => server.close());
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(SIZE)]), 'zeros.bin');
  const authorization = `Bearer ${desk.tokens.admin}`;
  await fetch(`${server.url}${basePath}/attachments`, { method: 'POST', headers: { authorization }, body: form });
  /** Reads nothing for so long, then the rest, until all has come or the connection ends. Returns the bytes. */
  const sizeAfter = async (restMs: number) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `GET ${basePath}/attachments/1/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    await once(socket, 'readable');
    await new Promise(resolve => setTimeout(resolve, restMs));
    let size = 0;
    await new Promise<void>(resolve => {
      socket.on('close', resolve).on('data', data => {
        size += data.length;
        if (size >= SIZE) resolve();
      });
    });
    socket.destroy();
    return size;
  };
  // On a busy machine the service may need longer than its client.
  let restMs = 1_250;
  await expect
    .poll(() => {
      restMs *= 2;
      return sizeAfter(restMs);
    })
    .toBeLessThan(SIZE);
});
