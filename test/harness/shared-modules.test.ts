import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

const hooksIn = (text: string): string[] => text.match(/^(?:before|after)(?:All|Each)\(/gm) ?? [];

/** Files share their modules in a process, so a helper is loaded once: its hook would run for the first file alone. */
test('no helper of tests registers a hook as it is loaded', () => {
  const helpers = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(path => !/\.test\.tsx?$/.test(path));
  expect(helpers.length).toBeGreaterThan(100);
  expect(helpers.filter(path => hooksIn(readFileSync(join(folder, path), 'utf8')).length > 0)).toEqual([]);
});

test('a hook is found at the top of a file alone', () => {
  expect(hooksIn('afterAll(() => reader.close());\n')).toHaveLength(1);
  expect(hooksIn('const use = () => {\n  afterAll(() => undefined);\n};\n')).toEqual([]);
});
