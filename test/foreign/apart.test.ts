import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../harness/source-tree.ts';

test('the foreign help center is made of nothing of ours: it imports Node and its own files alone', () => {
  const files = readSources(join(import.meta.dirname, 'center'));
  const imported = files.flatMap(({ path, imports }) => imports.map(({ specifier }) => `${path}: ${specifier}`));
  expect(files.length).toBeGreaterThan(4);
  expect(imported.filter(line => !/: (\.\/[a-z-]+\.ts|node:[a-z]+)$/.test(line))).toEqual([]);
});
