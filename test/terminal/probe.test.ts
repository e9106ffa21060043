import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { probeTerminal } from '../../src/terminal/probe.ts';
import { handClock } from '../harness/hand-clock.ts';

/** A terminal that answers each write by this function, and what was written to it. */
function terminal(answer: (bytes: string) => string) {
  const clock = handClock();
  const written: string[] = [];
  const modes: boolean[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    resume: () => undefined,
    pause: () => undefined,
  });
  const write = (bytes: string): void => {
    written.push(bytes);
    const answered = answer(bytes);
    if (answered !== '') queueMicrotask(() => stdin.emit('data', Buffer.from(answered, 'latin1')));
  };
  const listeners = new EventEmitter();
  const probe = () =>
    probeTerminal({
      stdin: stdin as unknown as NodeJS.ReadStream,
      process: Object.assign(listeners, { exit: () => undefined }) as unknown as NodeJS.Process,
      write,
      timeoutMs: 1_000,
      signs: ['●', '😀'],
      asksAll: true,
      now: clock.elapsed,
      setTimer: clock.setTimer,
    });
  return { probe, clock, written, modes, listening: () => stdin.listenerCount('data') + listeners.eventNames().length };
}

const STATUS = '\x1b[0n';

/** An able terminal, which draws ● in so many columns. */
function able(columns: number) {
  const answers = `\x1b[3;${columns + 1}R\x1b[3;3R\x1b[?62;22;52c\x1b[?2026;2$y\x1bP1+r4d73=1b\x1b\\\x1b[2;2R${STATUS}`;
  return (bytes: string) => (bytes.includes('\x1b[6n') ? answers : bytes.includes('\x1b[5n') ? STATUS : '');
}

test.each([1, 2])('a terminal says what it can, and that a sign takes %i columns', async columns => {
  const { probe } = terminal(able(columns));
  const probed = await probe();
  expect(probed).toMatchObject({ hasMargins: true, isSynchronized: true, takesCopies: true });
  expect([...probed.columns.values()]).toEqual([columns, 2]);
  expect(probed.roundTripMs).toBe(0);
});

test('a terminal that knows less is taken at its word', async () => {
  const plain = (bytes: string) =>
    bytes.includes('\x1b[6n') ? `\x1b[3;2R\x1b[3;3R\x1b[?1;2c\x1b[?2026;0$y\x1b[2;1R${STATUS}` : able(1)(bytes);
  expect(await terminal(plain).probe()).toMatchObject({ hasMargins: false, isSynchronized: false, takesCopies: false });
});

test.each([
  ['answers nothing', () => '', undefined],
  ['stops answering', (bytes: string) => (bytes.includes('\x1b[6n') ? '\x1b[3;2R' : able(1)(bytes)), 0],
] as const)('a terminal that %s is waited for no longer than the limit, and is given back', async (_, answer, trip) => {
  const one = terminal(answer);
  let probed: { readonly roundTripMs: number | undefined } | undefined;
  const probing = one.probe().then(result => {
    probed = result;
  });
  // By the next turn it has all the answers that it will get.
  await new Promise(setImmediate);
  one.clock.advance(999);
  expect(one.clock.waiting()).toBe(1);
  one.clock.advance(1);
  await probing;
  expect([probed?.roundTripMs, one.clock.waiting()]).toEqual([trip, 0]);
  expect([one.modes, one.listening()]).toEqual([[true, false], 0]);
  expect(one.written.at(-1)).toMatch(/\x1b\[\?1049l$/);
});
