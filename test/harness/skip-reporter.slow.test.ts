import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** How a run of a file of `test/fixtures/skips` ends. */
function run(file: string, ...more: string[]) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', 'test/fixtures/skips', file, ...more];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, stdout };
}

test('the end of a run lists by reason what was skipped', () => {
  expect(run('with-reasons')).toEqual({
    status: 0,
    stdout: [
      'Skipped:',
      '  2 because the moon is full',
      '    with-reasons.ts: "a suite > of one", "a test"',
      '  1 because the sun shines',
      '    with-reasons.ts: "of a table: row"',
      '',
    ].join('\n'),
  });
});

test('a skip without a reason is refused', () => {
  const { status, stdout } = run('without-reasons');
  expect(stdout).toContain('4 without a reason, which is refused.');
  expect(status).toBe(1);
});

test('a run in which every test is skipped is refused', () => {
  expect(run('all-skipped')).toEqual({
    status: 1,
    stdout: [
      'Skipped:',
      '  2 because there is no server',
      '    all-skipped.ts: "a suite > of one", "a test"',
      'No test of tests ran, which is refused.',
      '',
    ].join('\n'),
  });
});

test('a test that -t leaves out needs no reason', () => {
  expect(run('without-reasons', '-t', 'runs')).toEqual({ status: 0, stdout: '' });
});

test('tests that a broken hook ends are not reported as skipped', () => {
  expect(run('with-a-broken-hook')).toMatchObject({ status: 1, stdout: '' });
});
