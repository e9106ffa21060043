import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runHere } from '../shell-here.ts';
import { answer, listen } from './raw-answer.ts';

/** Asks a help center, whose whole answer is `bytes`, with `frontdesk api`. */
async function ask(bytes: Uint8Array) {
  const url = await listen(socket => socket.end(bytes));
  return runHere(
    ['api', 'GET', '/me', '--url', url],
    deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: 'a-token' }),
  );
}

const DATA = '{"data":{"id":1}}';
const packed = gzipSync(DATA);
/** With a wrong checksum. */
const damaged = packed.with(-6, packed.at(-6)! ^ 1);

test.for([
  ['is shorter than it says', answer('Content-Length: 400', DATA)],
  ['has no last chunk', answer('Transfer-Encoding: chunked', `11\r\n${DATA}\r\n`)],
  ['is damaged in its compressed form', answer(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, damaged)],
] as const)('an answer that %s is not taken for whole, and the command says so', async ([, bytes]) => {
  const { code, stdout, stderr } = await ask(bytes);
  expect(stderr).toMatch(/^frontdesk: The answer of 127\.0\.0\.1:\d+ broke off\. Try again\.\n$/);
  expect([code, stdout]).toEqual([3, '']);
});
