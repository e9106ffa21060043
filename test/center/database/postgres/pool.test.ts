import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientConfig, findPassword, passwordFor } from '../../../../src/center/database/postgres/pool.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const login = { host: 'db.example', port: 5432, database: 'desk', user: 'help' };

describe('a pgpass file', () => {
  test.for([
    ['db.example:5432:desk:help:secret', 'secret'],
    ['*:*:*:*:secret', 'secret'],
    ['# db.example:5432:desk:help:old\nother:5432:desk:help:no\ndb.example:*:desk:help:secret', 'secret'],
    ['db.example:5432:desk:help:first\n*:*:*:*:second', 'first'],
    ['db.example:5432:desk:help:se\\:cr\\\\et', 'se:cr\\et'],
    ['db.example:5433:desk:help:secret', undefined],
    ['db.example:5432:desk:help', undefined],
    ['', undefined],
  ] as const)('%j has the password %j', ([text, password]) => {
    expect(findPassword(text, login)).toBe(password);
  });

  test('may be as short as its password, and have a user that ends with a backslash', () => {
    expect(findPassword('*:*:*:*:a', login)).toBe('a');
    expect(findPassword('*:*:*:DOM\\\\:secret', { ...login, user: 'DOM\\' })).toBe('secret');
  });

  test('names a socket by localhost', () => {
    expect(findPassword('localhost:5432:desk:help:secret', { ...login, host: '/run/postgresql' })).toBe('secret');
  });

  test('is ignored if others can read it, and PGPASSWORD overrides it', () => {
    const PGPASSFILE = join(temporaryFolder(), 'pgpass');
    expect(passwordFor(login, { PGPASSFILE })).toBeUndefined();
    writeFileSync(PGPASSFILE, '*:*:*:*:secret\n', { mode: 0o600 });
    expect(passwordFor(login, { PGPASSFILE })).toBe('secret');
    expect(passwordFor(login, { PGPASSFILE, PGPASSWORD: 'other' })).toBe('other');
    chmodSync(PGPASSFILE, 0o644);
    expect(passwordFor(login, { PGPASSFILE })).toBeUndefined();
  });
});

test('a password that is passed in is used if the environment has none', () => {
  const asked = (password?: string) =>
    (clientConfig({ url: 'postgres://help@db.example/desk', password }).password as () => string | undefined)();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PGPASSFILE', '/nowhere');
  vi.stubEnv('PGPASSWORD', '');
  expect([asked('told'), asked()]).toEqual(['told', undefined]);
  vi.stubEnv('PGPASSWORD', 'from the environment');
  expect(asked('told')).toBe('from the environment');
});
