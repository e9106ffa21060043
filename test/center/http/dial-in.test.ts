import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDoor, dialIn } from '../../../src/center/http/dial-in.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const SECRET = 'a secret of tests';
const KEY = '7'.repeat(64);

/** A server behind a door with this secret, and what became of each connection: the key, or why not. */
async function behindDoor(secret = SECRET, limitMs?: number) {
  const path = join(temporaryFolder(), 'socket');
  const outcomes: Promise<string>[] = [];
  const door = createDoor(secret, limitMs);
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    outcomes.push(
      door(socket).catch(error => {
        socket.destroy();
        return String(error);
      }),
    );
  });
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const open = async (): Promise<Socket> => {
    const socket = connect(path);
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { open, outcomes };
}

test('a caller who knows the secret comes in as its key, and the following bytes are not touched', async () => {
  const { open, outcomes } = await behindDoor();
  const socket = await open();
  await dialIn(socket, KEY, SECRET);
  expect(await outcomes[0]).toBe(KEY);
});

test('a caller who does not know the secret stays outside, and is told nothing that helps', async () => {
  const { open, outcomes } = await behindDoor();
  await expect(dialIn(await open(), KEY, 'another secret')).rejects.toThrow('does not know the secret');
  // A client that believes everything.
  const socket = await open();
  socket.write(`dial ${KEY} ${'a'.repeat(32)}\n`);
  await once(socket, 'data');
  socket.write(`${'b'.repeat(64)}\n`);
  expect(await outcomes[1]).toContain('does not know the secret');
});

test('a stolen socket learns no secret, and is not spoken to', async () => {
  const path = join(temporaryFolder(), 'socket');
  let heard = '';
  const thief = createServer(socket => {
    socket.on('data', data => {
      heard += data;
      socket.write(`${'c'.repeat(32)} ${'d'.repeat(64)}\n`);
    });
    socket.on('error', () => undefined);
  });
  thief.listen(path);
  await once(thief, 'listening');
  onTestFinished(() => void thief.close());
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());
  await expect(dialIn(socket, KEY, SECRET)).rejects.toThrow('does not know the secret');
  expect(heard).toMatch(/^dial 7{64} [\da-f]{32}\n$/);
});

test('the words of one connection let no other one in', async () => {
  const { open, outcomes } = await behindDoor();
  const first = await open();
  const said: string[] = [];
  const { write } = first;
  first.write = ((text: string) => {
    said.push(text);
    return write.call(first, text);
  }) as typeof write;
  await dialIn(first, KEY, SECRET);
  expect(await outcomes[0]).toBe(KEY);
  for (const lines of [said, [...said].reverse(), [said[1]!], [said[0]!.replace('77 ', '78 '), said[1]!]]) {
    const again = await open();
    for (const line of lines) again.write(line);
    expect(await outcomes.at(-1)).toMatch(/^Error/);
  }
});

test.each([
  ['HTTP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a key that is not a number', `dial -1 ${'a'.repeat(32)}\n`],
  ['two keys', `dial 1 2 ${'a'.repeat(32)}\n`],
  ['a short random text', `dial 1 ${'a'.repeat(31)}\n`],
  ['capital letters', `dial 1 ${'A'.repeat(32)}\n`],
  ['an endless line', 'd'.repeat(100_000)],
  ['bytes', '\u0000\u00ff\u0001\n'],
  ['a carriage return', `dial 1 ${'a'.repeat(32)}\r\n`],
])('a connection that begins with %s is closed', async (_, text) => {
  const { open, outcomes } = await behindDoor();
  const socket = await open();
  const closed = new Promise(resolve => void socket.once('close', resolve));
  socket.resume().write(text);
  await closed;
  expect(await outcomes[0]).toMatch(/^Error/);
});

test('a connection that says nothing, or leaves, is let go', async () => {
  const { open, outcomes } = await behindDoor(SECRET, 50);
  await once((await open()).resume(), 'close');
  expect(await outcomes[0]).toContain('left');
  (await open()).destroy();
  await expect.poll(() => outcomes.length).toBe(2);
  expect(await outcomes[1]).toContain('left');
});
