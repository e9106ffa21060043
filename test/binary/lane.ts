import { globSync } from 'node:fs';
import { join } from 'node:path';
import { reaches } from '../harness/reaches.ts';

const root = join(import.meta.dirname, '../..');

/** What the file of every test that starts the program imports. */
const LAUNCHER = '/harness/launcher.ts';

const IN_PROCESS = 'they run the source in their own process, and do not start the program';
const OF_BUNDLE = 'they look at the files of the bundle, or at the npm package';
const OF_NODE = 'they hold up or watch the modules of the program while Node loads them';
const OF_WAITS = 'after a tunnel the executable sometimes sends later than promised; the cause is not known';
const OF_PROJECT = 'they look at the guides and the sources of the project';
const OUTSIDE = 'the executable is asked over HTTP before';

/** Test files that start the program and do not run on the executable, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'test/build/launcher.test.ts': OF_BUNDLE,
  'test/build/notices.test.ts': OF_BUNDLE,
  'test/build/package.slow.test.ts': OF_BUNDLE,
  'test/cli/guide-blocks.slow.test.ts': OF_BUNDLE,
  'test/cli/lazy-packages.test.ts': OF_BUNDLE,
  'test/cli/quick-to-load.test.ts': OF_NODE,
  'test/conformance/remote.test.ts': OUTSIDE,
  'test/guides.test.ts': OF_PROJECT,
  'test/recipes.slow.test.ts': OF_PROJECT,
  'test/scenarios/first-frame.slow.test.ts': OF_NODE,
  'test/scenarios/journey.slow.test.ts': OF_WAITS,
};

/** The test files that run on the executable, and the others with the reason, by path. */
export interface Lane {
  readonly here: readonly string[];
  readonly elsewhere: ReadonlyMap<string, string>;
}

/** Sorts all test files. Throws if one that is to be left out is not there. */
export function sortTests(): Lane {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).sort();
  const gone = Object.keys(NOT_HERE).filter(file => !files.includes(file));
  if (gone.length > 0) throw new Error(`There is no ${gone.join(', ')}: see NOT_HERE in test/binary/lane.ts.`);
  const whyNot = (file: string) => NOT_HERE[file] ?? (reaches(join(root, file), LAUNCHER) ? undefined : IN_PROCESS);
  const reasons = files.map(file => [file, whyNot(file)] as const);
  return {
    here: reasons.flatMap(([file, reason]) => (reason === undefined ? [file] : [])),
    elsewhere: new Map(reasons.flatMap(([file, reason]) => (reason === undefined ? [] : [[file, reason] as const]))),
  };
}

/** Every test file that did not run, a reason a paragraph. */
export function describeElsewhere(elsewhere: Lane['elsewhere']): string {
  const byReason = Map.groupBy(elsewhere, ([, reason]) => reason);
  const parts = [...byReason].map(([reason, files]) =>
    [`  ${files.length} files because ${reason}:`, ...files.map(([file]) => `    ${file}`)].join('\n'),
  );
  return ['Not run on the executable:', ...parts, ''].join('\n');
}
