import { expect, test } from 'vitest';
import { createControlListener, unknownControlsIn } from './control-functions.ts';

test('functions that every terminal knows or ignores are allowed, cut at any place', () => {
  const known =
    'a\x1b[?1049h\x1b[?69$p\x1b[2;5H\x1b[Kb\x1b[3A\x1b[1;31m\v\r\x1bM\x1b7\x1b8\x1b[5n\x1b]52;c;YQ==\x07' +
    '\x1bPtmux;\x1b\x1b]9;x\x1b\x1b\\\x1b\\\x1b[?69h\x1b[2;9s\x1b[2S\x1b[s\x1b[?69l';
  expect(unknownControlsIn(known)).toEqual([]);
  const listener = createControlListener();
  for (const byte of Buffer.from(known)) listener.hear(Uint8Array.of(byte));
  expect(listener.unknown()).toEqual([]);
});

test.each([
  '\x1b[2E',
  '\x1b[F',
  '\x1b[4e',
  '\x1b[3a',
  '\x1b[9b',
  '\x1b[2S',
  '\x1b[s',
  '\x1b[2;9s',
  '\x1bc',
  '\x9b2A',
  '\x1b[?25n',
  '\x05',
])('%j is refused, which some terminal does not know', bytes => {
  expect(unknownControlsIn(`a${bytes}b`).length).toBeGreaterThan(0);
});
