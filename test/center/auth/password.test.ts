import { describe, expect, test } from 'vitest';
import { createHashQueue, type Lane } from '../../../src/center/auth/password.ts';

/** A queue whose work ends when it is told to. */
function openQueue() {
  const queue = createHashQueue();
  const running: { name: string; end: () => void }[] = [];
  const done: string[] = [];
  const refused: string[] = [];
  const begin = (name: string, lane: Lane) => {
    const work = () => new Promise<void>(end => running.push({ name, end }));
    void queue.run(lane, work).then(
      () => done.push(name),
      error => refused.push(`${name} ${error.code} ${error.retryAfter}`),
    );
  };
  /** Ends all work that runs, one after the other. */
  const drain = async () => {
    await new Promise(resolve => setImmediate(resolve));
    for (let ended = -1; ended < done.length; ) {
      ended = done.length;
      running.shift()?.end();
      await new Promise(resolve => setImmediate(resolve));
    }
  };
  return { begin, running, done, refused, drain };
}

describe('hashes of passwords', () => {
  test('are made two at a time; 64 wait, and further callers must try again', async () => {
    const { begin, running, done, refused, drain } = openQueue();
    for (let at = 0; at < 70; at += 1) begin(`${at}`, 'strange');
    await new Promise(resolve => setImmediate(resolve));
    expect([running.length, refused]).toEqual([2, ['66', '67', '68', '69'].map(name => `${name} unavailable 1`)]);
    await drain();
    expect(done).toEqual(Array.from({ length: 66 }, (_, at) => `${at}`));
  });

  test('of known callers are made before those of any number of strangers', async () => {
    const { begin, done, refused, drain } = openQueue();
    for (let at = 0; at < 100; at += 1) begin(`stranger ${at}`, 'strange');
    begin('known', 'known');
    await drain();
    expect(done.indexOf('known')).toBe(2);
    expect(refused).toHaveLength(34);
  });

  test('free their place even if they fail', async () => {
    const queue = createHashQueue();
    for (let at = 0; at < 5; at += 1)
      await expect(queue.run('known', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('known', async () => 'done')).toBe('done');
  });
});
