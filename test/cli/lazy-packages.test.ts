import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';

const dist = join(dirname(launcher), '../dist');

/** A file of the build and all files that it loads before it runs. */
function loadedWith(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  const text = readFileSync(join(dist, name), 'utf8');
  seen.set(name, text);
  for (const [, next] of text.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.mjs)"/g)) loadedWith(next!, seen);
  return seen;
}

/** Words from a message of eventsource-parser. */
const MARK = 'Cannot feed parser';

test('the parser of event streams is in the build', () => {
  expect(readdirSync(dist).some(name => readFileSync(join(dist, name), 'utf8').includes(MARK))).toBe(true);
});

test.for(['main.mjs', 'desk.mjs', 'start.mjs', 'center.mjs'])('%s loads no parser of event streams', name => {
  const loaded = loadedWith(name);
  expect(loaded.size).toBeGreaterThan(1);
  const holding = [...loaded].filter(([, text]) => text.includes(MARK)).map(([file]) => file);
  expect(holding).toEqual([]);
});
