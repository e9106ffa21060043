import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './harness/temporary.ts';

/** Runs scripts by their names in a project that has these. */
function atOnce(names: readonly string[], scripts: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts }));
  const args = [join(import.meta.dirname, 'at-once.ts'), ...names];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('scripts run at the same time; each prints in its turn, errors too, and the first that fails is the exit code', () => {
  const scripts = {
    waits: 'until [ -e made ]; do sleep 0.01; done; echo waited',
    makes: 'touch made; echo made >&2; exit 3',
    fails: 'exit 4',
    stays: 'exit 5',
  };
  expect(atOnce(['waits', 'makes', 'fails'], scripts)).toEqual({
    status: 3,
    stdout: '\n> waits\nwaited\n\n> makes\nmade\n\n> fails\n',
    stderr: '',
  });
});

test('if all succeed the exit code is 0; a script that is not there is named', () => {
  expect(atOnce(['well'], { well: 'echo well' })).toEqual({ status: 0, stdout: '\n> well\nwell\n', stderr: '' });
  const { status, stderr } = atOnce(['none'], {});
  expect(status).toBe(1);
  expect(stderr).toContain('package.json has no script none.');
});
