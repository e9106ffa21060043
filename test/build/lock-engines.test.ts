import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutEngines } from '../../bin/build/lock-engines.ts';

const lock = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');

test('the lock asks the Node of npm for nothing: npm ci warns of no package', () => {
  expect(withoutEngines(lock)).toBe(lock);
});

test('a lock loses only entries that packages ask for', () => {
  const engines = { node: '>=24' };
  const given = {
    lockfileVersion: 3,
    packages: { '': { name: 'a', engines }, 'node_modules/b': { version: '1.0.0', engines, dev: true } },
  };
  expect(JSON.parse(withoutEngines(JSON.stringify(given)))).toEqual({
    lockfileVersion: 3,
    packages: { '': { name: 'a', engines }, 'node_modules/b': { version: '1.0.0', dev: true } },
  });
});
