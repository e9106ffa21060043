import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createLargeAnswers, type Reading, readAnswer } from '../../src/client/read-answer.ts';
import { skippedFor } from '../harness/skipped.ts';

const MIB = 1_048_576;
const child = fileURLToPath(new URL('meet-bomb.ts', import.meta.url));

/** Serves one compressed body to every client. */
async function serve(body: Buffer, status: number): Promise<string> {
  const sent = gzipSync(body);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': sent.length };
  const server = createServer((_, answer) => answer.writeHead(status, headers).end(sent));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const TOO_LONG = 'is larger than 32 MiB';
const TOO_MANY = 'holds more than the desk can take in at once';

const whyNot = existsSync('/proc/self/status') ? undefined : 'the memory of a process is read from /proc';

test.for([
  ['96 MiB of blanks', Buffer.alloc(96 * MIB, ' '), 200, TOO_LONG],
  ['96 MiB of an error', Buffer.alloc(96 * MIB, ' '), 500, TOO_LONG],
  ['ten million empty objects', Buffer.from(`[${'{},'.repeat(10_000_000)}{}]`), 200, TOO_MANY],
  ['499,000 ids', Buffer.from(`[${'{"id":1},'.repeat(499_000)}{}]`), 200, TOO_MANY],
  ['499,000 ids in one', Buffer.from(`[{"id":1,"emails":[${'{"id":1},'.repeat(499_000)}{}]}]`), 200, TOO_MANY],
] as const)(
  '%s, compressed, cost a desk at most 200 MiB and are refused in a sentence',
  skippedFor(whyNot),
  async ([, body, status, reason]) => {
    const url = await serve(body, status);
    const { stdout } = await promisify(execFile)(process.execPath, [child, url]);
    const { said, mebibytes } = JSON.parse(stdout);
    expect(said).toContainEqual(expect.stringMatching(RegExp(`^The answer of 127\\.0\\.0\\.1:\\d+ ${reason}`)));
    expect(mebibytes).toBeLessThanOrEqual(200);
  },
);

/** Reading that nobody hurries. */
function calmReading(): Reading {
  return { large: createLargeAnswers(), alive: () => undefined, unhurried: work => work };
}

test('an answer of any length up to 32 MiB is read whole, several at once too', async () => {
  const reading = calmReading();
  const sizes = [0, 1, 65_537, MIB + 3, 3 * MIB + 1];
  const texts = sizes.map(size => 'é€'.repeat(Math.ceil(size / 5)));
  const read = await Promise.all(texts.map(text => readAnswer(new Blob([text]).stream(), reading)));
  expect(read.map((text, at) => text === texts[at])).toEqual(sizes.map(() => true));
});

test('a large answer that breaks off lets the next one be read', async () => {
  const reading = calmReading();
  const broken = new ReadableStream<Uint8Array>({
    start: controller => {
      controller.enqueue(new Uint8Array(2 * MIB));
    },
    pull: controller => controller.error(new Error('the link is gone')),
  });
  await expect(readAnswer(broken, reading)).rejects.toThrow('the link is gone');
  expect((await readAnswer(new Blob([new Uint8Array(2 * MIB)]).stream(), reading)).length).toBe(2 * MIB);
});
