import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

/** Waits of less than a minute in the text of a test. */
function shortWaits(text: string): string[] {
  const limits = text.match(/\.poll\([^;]*?\btimeout: [\d_]+/g) ?? [];
  const short = limits.filter(limit => Number(/[\d_]+$/.exec(limit)![0].replaceAll('_', '')) < 60_000);
  return [...(text.match(/vi\.wait(?:For|Until)\(/g) ?? []), ...short];
}

test('each wait of a test has a minute', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['harness/eventually*.ts'] }).flatMap(path =>
    shortWaits(readFileSync(join(folder, path), 'utf8')).map(wait => `${path}: ${wait}`),
  );
  expect(found).toEqual([]);
});

test('a short wait is found', () => {
  expect(shortWaits('await vi.waitFor(() => expect(log).toEqual([]));')).toHaveLength(1);
  expect(shortWaits('await expect.poll(() => log, { timeout: 20_000 }).toEqual([]);')).toHaveLength(1);
  expect(shortWaits('await expect.poll(() => log, { timeout: 120_000 }).toEqual([]);')).toEqual([]);
});
