import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { atHome } from '../../src/cli/desk/complete-path.ts';
import { fileFindings } from '../../src/cli/doctor/files.ts';
import { makeFolder, paths } from '../../src/cli/paths.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const module = fileURLToPath(new URL('../../src/cli/paths.ts', import.meta.url));

/** Makes a hundred deep folders, from the same moment on. */
function script(parent: string, atMs: number): string {
  return `
  import { makeFolder } from ${JSON.stringify(module)};
  while (Date.now() < ${atMs});
  for (let at = 0; at < 100; at += 1) makeFolder(${JSON.stringify(parent)} + '/' + at + '/a/b/c', 'x');`;
}

test('two processes that start at once may make the same folders', async () => {
  const parent = temporaryFolder();
  const text = script(parent, Date.now() + 1_000);
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
  await Promise.all([run(), run(), run()]);
  expect(statSync(join(parent, '99/a/b/c')).mode & 0o777).toBe(0o700);
});

test('a folder under /proc, and one below a file, is refused with a sentence', () => {
  for (const path of ['/proc/none/of/this', '/dev/null/x'])
    expect(() => makeFolder(path, '--database')).toThrow(/cannot be made .*Choose another place with --database/);
});

const ON_LINUX = skippedFor(process.platform === 'linux' ? undefined : 'macOS has other folders');

afterEach(() => void vi.unstubAllEnvs());

/** Where the program keeps its files with these variables. */
function placesWith(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = ['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];
  for (const name of names) vi.stubEnv(name, environment[name]);
  return [paths.database(), paths.settings(), paths.state(), atHome('~/x')];
}

function below(home: string): readonly string[] {
  const places = ['.local/share/frontdesk/center.db', '.config/frontdesk/config.toml', '.local/state/frontdesk', 'x'];
  return places.map(place => join(home, place));
}

test('files are in the folders of the user, or in those that XDG names', ON_LINUX, () => {
  expect(placesWith({ HOME: '/home/ana' })).toEqual(below('/home/ana'));
  const named = { HOME: '/home/ana', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' };
  const own = ['/d/frontdesk/center.db', '/c/frontdesk/config.toml', '/s/frontdesk', '/home/ana/x'];
  expect(placesWith(named)).toEqual(own);
});

test('a variable that is empty or relative counts as not set', ON_LINUX, () => {
  for (const HOME of [undefined, '', 'relative', './home'])
    expect(placesWith({ HOME }), `${HOME}`).toEqual(below(userInfo().homedir));
  const relative = { XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: './config', XDG_STATE_HOME: '~/state' };
  expect(placesWith({ HOME: '/home/ana', ...relative })).toEqual(below('/home/ana'));
});

test('doctor names each variable that counts for nothing', () => {
  const said = (environment: NodeJS.ProcessEnv) =>
    fileFindings(environment, []).flatMap(({ state, message }) =>
      message.includes('absolute') ? [`${state}: ${message}`] : [],
    );
  const why = 'is not an absolute path, so it counts as not set.';
  expect(said({ HOME: '', XDG_DATA_HOME: 'data', XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '' })).toEqual([
    `to do: HOME ${why}`,
    `to do: XDG_DATA_HOME ${why}`,
  ]);
  expect(said({})).toEqual([]);
});
