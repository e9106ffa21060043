import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BENCHES } from '../bench/benches.ts';
import { SOAKS } from '../soak/soaks.ts';
import { helpOf, type Measurements, planOf } from './measurement.ts';

const root = join(import.meta.dirname, '../..');

const SAMPLES: Measurements = {
  kind: 'bench',
  runsUnasked: true,
  byName: {
    built: { measures: 'one', takes: 'a minute', needsBuild: true, takesWords: '[count]', script: 'built.ts' },
    plain: { measures: 'two', takes: 'a few minutes', needsBuild: false, script: 'plain.ts', fullTests: 'test/plain' },
    other: { measures: 'three', takes: 'a minute', needsBuild: false, takesWords: '<folder>', script: 'other.ts' },
    long: { measures: 'four', takes: 'hours', needsBuild: false, script: 'long.ts' },
  },
};

function argumentsOf(...words: string[]) {
  return planOf(SAMPLES, words).steps.map(({ args }) => args.join(' '));
}

const build = 'node_modules/tsdown/dist/run.mjs';
const fullTests = 'node_modules/vitest/vitest.mjs run --project !postgres test/plain';

describe('a measurement by its name', () => {
  test('builds first if it needs the built program, and passes its arguments on', () => {
    expect(argumentsOf('built', '50')).toEqual([build, 'built.ts 50']);
  });

  test('runs its script and then its tests at full size', () => {
    expect(argumentsOf('plain')).toEqual(['plain.ts', fullTests]);
    expect(planOf(SAMPLES, ['plain']).steps.at(-1)?.environment).toEqual({ FRONTDESK_FULL: '1' });
  });

  test.for([
    [['none'], 'There is no bench none.'],
    [['toString'], 'There is no bench toString.'],
    [['plain', '50'], 'plain takes no more words.'],
    [['other'], 'other needs <folder>.'],
  ] as const)('is refused with the list of all: %s', ([words, reason]) => {
    expect(planOf(SAMPLES, words)).toEqual({ text: `${reason}\n\n${helpOf(SAMPLES)}`, steps: [], exitCode: 2 });
  });
});

describe('without a name', () => {
  test('the short ones that need no arguments run, after one build', () => {
    expect(argumentsOf()).toEqual([build, 'built.ts', 'plain.ts', fullTests]);
    expect(planOf(SAMPLES, []).text).toBe(helpOf(SAMPLES));
  });

  test('none runs if all are long, and the exit code says so', () => {
    expect(planOf({ ...SAMPLES, runsUnasked: false }, [])).toMatchObject({ steps: [], exitCode: 2 });
  });
});

test('--help lists each with its words, and runs nothing', () => {
  expect(planOf(SAMPLES, ['--help'])).toEqual({ text: helpOf(SAMPLES), steps: [], exitCode: 0 });
  expect(helpOf(SAMPLES)).toContain('built [count]   one\n                  (a minute, builds first)');
  expect(helpOf(SAMPLES)).toContain('Without a name: built, plain.');
});

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
