import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processState } from './process-state.ts';

const folder = join(import.meta.dirname, '..');

function leave() {
  return undefined;
}

function hooksIn(text: string): string[] {
  return text.match(/^(?:before|after)(?:All|Each)\(/gm) ?? [];
}

/** Files share their modules in a process, so a helper is loaded once: its hook would run for the first file alone. */
test('no test helper registers a hook when it is loaded, except the one that is loaded for each file', () => {
  const helpers = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['harness/leave-nothing.ts'] }).filter(
    path => !/\.test\.tsx?$/.test(path),
  );
  expect(helpers.length).toBeGreaterThan(100);
  expect(helpers.filter(path => hooksIn(readFileSync(join(folder, path), 'utf8')).length > 0)).toEqual([]);
});

test('a hook is found only at the top level of a file', () => {
  expect(hooksIn('afterAll(() => reader.close());\n')).toHaveLength(1);
  expect(hooksIn('const use = () => {\n  afterAll(() => undefined);\n};\n')).toEqual([]);
});

test('the timer that fetch keeps is not made by a clock that a test moves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await expect(fetch('http://127.0.0.1:2')).rejects.toThrow('fetch failed');
  expect(vi.getTimerCount()).toBe(0);
});

test.for([
  ['a variable', () => vi.stubEnv('FRONTDESK_LEFT', 'here'), () => vi.unstubAllEnvs()],
  ['a false clock', () => vi.useFakeTimers(), () => vi.useRealTimers()],
  ['a listener', () => process.on('SIGWINCH', leave), () => process.off('SIGWINCH', leave)],
  ['a false fetch', () => vi.stubGlobal('fetch', leave), () => vi.unstubAllGlobals()],
] as const)('%s that a test leaves behind is reported', ([, change, restore]) => {
  const before = processState();
  onTestFinished(() => void restore());
  change();
  expect(processState()).not.toEqual(before);
  restore();
  expect(processState()).toEqual(before);
});
