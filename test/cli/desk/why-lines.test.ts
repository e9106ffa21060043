import { expect, test } from 'vitest';
import { whyLines } from '../../../src/cli/desk/why-lines.ts';
import type { Shell } from '../../../src/cli/shell.ts';

function shell(TERM: string, isTTY: boolean) {
  return { environment: { TERM }, stdin: { isTTY }, stdout: { isTTY } } as unknown as Shell;
}

const BACK = ' --no-plain shows the screen.';

test.for([
  ['--plain', true, 'cli', 'xterm', true, 'Line mode is on: --plain.'],
  ['--plain in a pipe', true, 'cli', 'xterm', false, 'Line mode is on: --plain.'],
  ['ACCESSIBLE=1', true, 'env', 'xterm', true, `Line mode is on: ACCESSIBLE is set.${BACK}`],
  ['the settings file', true, 'config', 'xterm', true, `Line mode is on: the setting plain.${BACK}`],
  ['a dumb terminal', undefined, undefined, 'dumb', true, 'Line mode is on: TERM is dumb.'],
  ['a dumb terminal, and a flag too', true, 'cli', 'dumb', true, 'Line mode is on: --plain.'],
  ['--no-plain on a dumb terminal', false, 'cli', 'dumb', true, undefined],
  ['plain = false on a dumb terminal', false, 'config', 'dumb', true, undefined],
  ['TERM=dumb in a pipe', undefined, undefined, 'dumb', false, undefined],
  ['an ordinary terminal', undefined, undefined, 'xterm', true, undefined],
] as const)('line mode with %s', ([, plain, source, term, isTTY, why]) => {
  expect(whyLines({ plain, source }, shell(term, isTTY))).toBe(why);
});
