import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rolldown } from 'tsdown';
import { expect, test } from 'vitest';
import { quickToLoad } from '../../bin/build/quick-to-load.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const SHARED = `
  export const kept = ['kept'];
  export function next() { count += 1; replaced = 'later'; }
  export let count = 0;
  export let replaced = 'first';
`;
const USER = `
  import { count, kept, next, replaced } from './shared.mjs';
  next();
  console.log(kept[0], count, replaced);
`;

test('what keeps its value is exported as it is, and what changes is seen to change', async () => {
  const folder = temporaryFolder();
  for (const [name, code] of Object.entries({ shared: SHARED, one: USER, two: USER }))
    writeFileSync(join(folder, `${name}.mjs`), code);
  const input = { one: join(folder, 'one.mjs'), two: join(folder, 'two.mjs') };
  const bundle = await Rolldown.rolldown({ input, plugins: [quickToLoad()] });
  const chunkFileNames = 'shared.cjs';
  await bundle.write({
    dir: folder,
    format: 'cjs',
    minify: { compress: true, mangle: false },
    entryFileNames: '[name].cjs',
    chunkFileNames,
  });
  const said = execFileSync(process.execPath, [join(folder, 'one.cjs')], { encoding: 'utf8' });
  expect(said).toBe('kept 1 later\n');
  const shared = readFileSync(join(folder, 'shared.cjs'), 'utf8');
  expect(shared.match(/exports\.\w+=/g)?.length).toBe(2);
  expect(shared.match(/defineProperty\(exports/g)?.length).toBe(2);
});
