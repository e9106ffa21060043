import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type AnswerReading, createLargeAnswers, readAnswer } from '../../src/client/read-answer.ts';
import { listenHere } from '../harness/listen-here.ts';

const MIB = 1_048_576;

/** Serves one compressed body to every client. */
async function serve(body: Buffer, status: number): Promise<string> {
  const sent = gzipSync(body);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': sent.length };
  const server = createServer((_, answer) => answer.writeHead(status, headers).end(sent));
  return listenHere(server);
}

const TOO_LONG = 'is larger than 32 MiB';
const TOO_MANY = 'holds more than the desk can take in at once';

const BOMBS = [
  ['36 MiB of blanks', Buffer.alloc(36 * MIB, ' '), 200, TOO_LONG],
  ['36 MiB of an error', Buffer.alloc(36 * MIB, ' '), 500, TOO_LONG],
  ['two million empty objects', Buffer.from(`[${'{},'.repeat(2_000_000)}{}]`), 200, TOO_MANY],
  ['499,000 ids', Buffer.from(`[${'{"id":1},'.repeat(499_000)}{}]`), 200, TOO_MANY],
  ['499,000 ids in one', Buffer.from(`[{"id":1,"emails":[${'{"id":1},'.repeat(499_000)}{}]}]`), 200, TOO_MANY],
] as const;

test.for(BOMBS)(
  '%s, compressed, are refused in a sentence, also several at once, and never taken apart',
  async ([, body, status, reason]) => {
    const baseUrl = await serve(body, status);
    const client = createClient({ baseUrl, token: () => 'a token of tests', fetch: one => fetch(one) });
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const asked = [client.inbox.list({}), client.inbox.list({}), client.inbox.list({})];
    for (const { reason: said } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect(String(said)).toMatch(RegExp(`The answer of 127\\.0\\.0\\.1:\\d+ ${reason}`));
    expect(parse.mock.calls.filter(([text]) => text.length > MIB)).toEqual([]);
  },
);

/** Reading that nobody hurries. */
function calmReading(): AnswerReading {
  return { large: createLargeAnswers(), alive: () => undefined, unhurried: work => work };
}

test('an answer of any length up to 32 MiB is read whole, several at once too', async () => {
  const reading = calmReading();
  const sizes = [0, 1, 65_537, MIB + 3, 3 * MIB + 1];
  const texts = sizes.map(size => 'é€'.repeat(Math.ceil(size / 5)));
  const read = await Promise.all(texts.map(text => readAnswer(new Blob([text]).stream(), reading)));
  expect(read.map((text, at) => text === texts[at])).toEqual(sizes.map(() => true));
});

test('of several large answers one is read at a time, up to 32 MiB, and the others no further than to 1 MiB', async () => {
  const reading = calmReading();
  const unfinished = new Map<number, number>();
  let most = 0;
  const endless = (at: number) =>
    new ReadableStream<Uint8Array>(
      {
        pull: controller => {
          unfinished.set(at, (unfinished.get(at) ?? 0) + MIB / 4);
          most = Math.max(
            most,
            [...unfinished.values()].reduce((sum, bytes) => sum + bytes),
          );
          controller.enqueue(new Uint8Array(MIB / 4));
        },
        cancel: () => void unfinished.delete(at),
      },
      { highWaterMark: 0 },
    );
  const read = await Promise.allSettled([0, 1, 2, 3].map(at => readAnswer(endless(at), reading)));
  expect(read.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(unfinished.size).toBe(0);
  // Each has one part more, at which it stops.
  expect(most).toBeLessThanOrEqual((32 + 3 + 4 / 4) * MIB);
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
