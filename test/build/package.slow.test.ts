import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writePages } from '../../bin/build/pages.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const MAX_PACKED_BYTES = 1_750_000;

/** An account to publish with, at a registry that nothing is sent to. */
const NO_ACCOUNT = ['--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=none'];

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** What is published of the built program, in a folder of its own, and npm for someone who has never used it. */
function setting() {
  const folder = temporaryFolder();
  const source = join(folder, 'source');
  for (const part of ['bin', 'dist', 'package.json', 'README.md', 'LICENSE'])
    cpSync(join(dirname(launcher), '..', part), join(source, part), { recursive: true });
  const env = deskEnvironment(folder);
  const prefix = join(folder, 'prefix');
  const own = ['--ignore-scripts', '--offline', '--cache', join(folder, 'npm-cache'), '--prefix', prefix];
  const npm = (...args: readonly string[]) => {
    const PATH = [env.PATH, process.env.PATH].join(delimiter);
    const { status, stdout, stderr } = spawnSync('npm', [...args, ...own], {
      cwd: source,
      env: { ...env, PATH },
      encoding: 'utf8',
    });
    expect({ status, args, stderr }).toEqual({ status: 0, args, stderr: expect.not.stringMatching(/warn/i) });
    return stdout;
  };
  return { folder, source, env, prefix, npm };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? [] : join(entry.parentPath, entry.name),
  );
}

test('the package installs without a network, works, and leaves only data behind', async () => {
  const { folder, source, env, prefix, npm } = setting();
  writePages(join(source, 'dist'), [process.execPath, join(source, 'bin/frontdesk.js')]);
  // npm publishes a version with -dev only if it is told a tag.
  npm('publish', '--dry-run', '--tag', 'dev', ...NO_ACCOUNT);
  const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', folder)) as [Packed];
  expect(packed.size).toBeLessThanOrEqual(MAX_PACKED_BYTES);
  const beside = packed.files.map(({ path }) => path).filter(path => !/^dist\/[\w-]+\.cjs$/.test(path));
  expect(beside.sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin/frontdesk.js',
    'bin/load.js',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/completions/_frontdesk',
    'dist/completions/frontdesk.bash',
    'dist/completions/frontdesk.fish',
    'dist/completions/frontdesk.ps1',
    'dist/man/frontdesk.1',
    'dist/sbom.cdx.json',
    'package.json',
  ]);

  npm('install', '--global', join(folder, packed.filename));
  expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['frontdesk']);
  expect(existsSync(join(prefix, 'share/man/man1/frontdesk.1'))).toBe(true);
  const installed = join(prefix, 'bin/frontdesk');
  const desk = openTerminal({ command: installed, args: ['--sample'], env, columns: 100, rows: 30 });
  await desk.sees('Unresolved');
  desk.press('quit');
  expect((await desk.exit()).exitCode).toBe(0);
  const server = spawn(installed, ['serve', '--port', '0'], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = /^listening on (\S+)/.exec(String((await once(server.stdout, 'data'))[0]))?.[1];
  expect((await fetch(`${url}/api/agent/v1/health`)).status).toBe(200);
  server.kill();

  npm('uninstall', '--global', 'frontdesk');
  expect(filesBelow(prefix)).toEqual([]);
  expect(existsSync(join(env.XDG_DATA_HOME!, 'frontdesk/center.db'))).toBe(true);
});
