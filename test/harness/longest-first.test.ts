import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst, reach, waits } from './longest-first.ts';
import { temporaryFolder } from './temporary.ts';

/** A file of tests that imports the given ones; returns its path. */
function file(folder: string, name: string, imports: readonly string[] = [], text = ''): string {
  const path = join(folder, name);
  writeFileSync(path, `${imports.map(one => `import './${one}';\n`).join('')}${text}`);
  return path;
}

function specification(moduleId: string, isolate: boolean): TestSpecification {
  const project = { name: isolate ? 'own' : 'shared', config: { isolate, sequence: { groupOrder: 0 } } };
  return { moduleId, project } as unknown as TestSpecification;
}

/** The order of a run that knows how long these files took the last time, in ms. */
async function ordered(files: readonly TestSpecification[], known: ReadonlyMap<TestSpecification, number> = new Map()) {
  const getTestSpecificationResult = (one: TestSpecification) =>
    known.has(one) ? { failed: false, duration: known.get(one)! } : undefined;
  const sequencer = new LongestFirst({ cache: { getTestSpecificationResult } } as unknown as Vitest);
  return (await sequencer.sort([...files])).map(({ moduleId }) => moduleId);
}

test('a file reaches as far as all that it imports, each counted once', () => {
  const folder = temporaryFolder();
  const deep = file(folder, 'deep.ts', [], 'x'.repeat(100));
  const near = file(folder, 'near.ts', ['deep.ts', 'near.ts']);
  expect(reach(deep)).toBe(100);
  expect(reach(near)).toBe(100 + "import './deep.ts';\nimport './near.ts';\n".length);
  expect(reach(file(folder, 'both.ts', ['deep.ts', 'near.ts']))).toBe(reach(near) + 40);
});

test('files with a process of their own start first, then those that reach farthest; a run that knows better is believed', async () => {
  const folder = temporaryFolder();
  const [small, large, own] = [
    specification(file(folder, 'small.ts'), false),
    specification(file(folder, 'large.ts', [], 'x'.repeat(100)), false),
    specification(file(folder, 'own.ts', [], 'x'), true),
  ];
  const names = [own, large, small].map(({ moduleId }) => moduleId);
  expect(await ordered([small, large, own])).toEqual(names);
  const known = new Map([small, large, own].map((one, at) => [one, 1_000 - at]));
  expect(await ordered([small, large, own], known)).toEqual([names[0], names[2], names[1]]);
});

test('files that wait for a terminal are spread among those that compute', async () => {
  const folder = temporaryFolder();
  file(folder, 'pty.ts');
  file(folder, 'open-desk.ts', ['pty.ts']);
  const [wait, compute] = ['w', 'c'].map(letter =>
    [3, 2, 1].map(size =>
      file(folder, `${letter}${size}.ts`, letter === 'w' ? ['open-desk.ts'] : [], 'x'.repeat(size * 100)),
    ),
  );
  expect([...wait!, ...compute!].map(path => waits(path))).toEqual([true, true, true, false, false, false]);
  const files = [...compute!, ...wait!].map(path => specification(path, false));
  expect((await ordered(files)).map(path => path.at(-5))).toEqual(['w', 'c', 'w', 'c', 'w', 'c']);
});
