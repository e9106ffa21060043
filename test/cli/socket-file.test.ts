import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretPath } from '../../src/cli/dial-names.ts';
import { closeSocketToOthers, prepareSocket } from '../../src/cli/socket-file.ts';
import { temporaryFolder } from '../harness/temporary.ts';

/** The modes of a socket and of its secret, in a folder of this mode. */
async function modesIn(mode: number): Promise<readonly string[]> {
  const folder = join(temporaryFolder(), 'run');
  mkdirSync(folder);
  chmodSync(folder, mode);
  const path = join(folder, 'socket');
  await prepareSocket(path);
  const server = createServer();
  await new Promise<void>(resolve => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  closeSocketToOthers(path);
  return [path, secretPath(path)].map(one => (statSync(one).mode & 0o777).toString(8));
}

test('a socket and its secret are their user’s alone', async () => {
  expect(await modesIn(0o755)).toEqual(['600', '600']);
});

test('in a folder that gives its group to its files, that group may use them, and no one else', async () => {
  expect(await modesIn(0o2755)).toEqual(['660', '640']);
});

test('a folder that others can write is refused', async () => {
  await expect(modesIn(0o2770)).rejects.toThrow('others can write');
});
