import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BENCHES } from '../bench/benches.ts';
import { SOAKS } from '../soak/soaks.ts';

const root = join(import.meta.dirname, '../..');

describe.for([BENCHES, SOAKS])('every $kind', ({ kind, byName }) => {
  const folder = join(root, 'test', kind);
  const scripts = Object.values(byName).flatMap(({ script }) => script ?? []);

  test('has its script or its tests', () => {
    for (const { script, fullTests: tests } of Object.values(byName)) {
      expect([script, tests]).not.toEqual([undefined, undefined]);
      for (const path of [script, tests]) if (path) expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  test('is in the table, and says there how it is run', () => {
    const told = readdirSync(folder).filter(name =>
      readFileSync(join(folder, name), 'utf8').includes(`npm run ${kind} --`),
    );
    expect(scripts.map(script => script.split('/').at(-1)).toSorted()).toEqual(
      told.filter(name => name !== 'run.ts').toSorted(),
    );
    for (const [name, { script }] of Object.entries(byName))
      if (script) expect(readFileSync(join(root, script), 'utf8')).toContain(`\`npm run ${kind} -- ${name}`);
  });
});
