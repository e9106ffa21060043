import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { launcher } from '../harness/launcher.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const root = join(import.meta.dirname, '../..');
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

function whyNot(): string | undefined {
  if (!launcher.endsWith('/test/binary/launcher.ts'))
    return 'it packs the executable, and is part of npm run test:binary';
  return spawnSync('dpkg-deb', ['--version']).status === 0 ? undefined : 'dpkg-deb is not installed';
}

/** A machine without a package, in a folder. */
function machine() {
  const folder = temporaryFolder();
  const system = join(folder, 'system');
  const state = join(system, 'var/lib/dpkg');
  for (const made of ['info', 'updates', 'triggers']) mkdirSync(join(state, made), { recursive: true });
  writeFileSync(join(state, 'status'), '');
  const dpkg = (...args: readonly string[]) =>
    // The C library of this machine is not in that folder.
    execFileSync(
      'dpkg',
      [
        '--force-not-root',
        '--force-depends',
        '--force-script-chrootless',
        '--log=/dev/null',
        `--root=${system}`,
        ...args,
      ],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  return { system, dpkg, env: { ...deskEnvironment(folder), PATH: join(folder, 'without-node') } };
}

test('the Debian package installs, runs without Node, and leaves nothing behind', {
  ...skippedFor(whyNot()),
  timeout: 180_000,
}, () => {
  const { system, dpkg, env } = machine();
  execFileSync(process.execPath, [join(root, 'bin/build/deb.ts')], { stdio: 'ignore' });
  const file = join(root, `dist-binary/frontdesk_${packageJson.version}_${ARCHITECTURES[process.arch]}.deb`);
  const beside = join(root, 'dist-binary');
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: beside }).status).toBe(0);
  const summed = readFileSync(join(beside, 'SHA256SUMS'), 'utf8').match(/\S+$/gm);
  expect(summed).toEqual(expect.arrayContaining([basename(file), 'sbom.cdx.json']));
  dpkg('--install', file);
  const usr = (path: string) => join(system, 'usr', path);
  const version = execFileSync(usr('bin/frontdesk'), ['--version'], { env, encoding: 'utf8' });
  expect(version.startsWith(packageJson.version)).toBe(true);
  const [, packaged] = /^Version: (.*)$/m.exec(dpkg('--status', 'frontdesk')) ?? [];
  const release = packageJson.version.replace('-dev', '');
  expect(spawnSync('dpkg', ['--compare-versions', packaged!, 'le', release]).status).toBe(0);
  expect(dpkg('--listfiles', 'frontdesk').split('\n')).toEqual(
    expect.arrayContaining(['/usr/bin/frontdesk', '/usr/share/fish/vendor_completions.d/frontdesk.fish']),
  );
  expect(dpkg('--verify', 'frontdesk')).toBe('');
  const members = readFileSync(file, 'latin1').match(/(?:control|data)\.tar\.\w+/g);
  expect(members?.slice(0, 2)).toEqual(['control.tar.xz', 'data.tar.xz']);
  expect(readFileSync(usr('bin/frontdesk')).includes(root)).toBe(false);
  const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;
  if (isThere('lintian')) expect(spawnSync('lintian', ['--allow-root', file], { encoding: 'utf8' }).stdout).toBe('');
  if (isThere('systemd-analyze')) {
    const unit = join(system, 'frontdesk.service');
    const service = readFileSync(usr('lib/systemd/system/frontdesk.service'), 'utf8');
    writeFileSync(unit, service.replace(/\/usr\/bin\/frontdesk/g, usr('bin/frontdesk')));
    const { stderr } = spawnSync('systemd-analyze', ['--man=no', 'verify', unit], { encoding: 'utf8' });
    expect(stderr).toBe('');
    rmSync(unit);
  }
  const changelog = gunzipSync(readFileSync(usr('share/doc/frontdesk/changelog.gz'))).toString();
  expect(changelog).toMatch(
    /^frontdesk \(\S+\) unstable; urgency=medium\n\n {2}\* .*\n\n -- .* <.*> {2}\w{3}, .* \+0000\n$/,
  );
  expect(readFileSync(usr('lib/systemd/system/frontdesk.service'), 'utf8')).toContain(
    '\nExecStart=/usr/bin/frontdesk serve',
  );
  expect(readFileSync(usr('lib/sysusers.d/frontdesk.conf'), 'utf8')).toMatch(/^u frontdesk /);
  expect(gunzipSync(readFileSync(usr('share/man/man1/frontdesk.1.gz'))).toString()).toContain('.SH NAME');
  expect(readFileSync(usr('share/bash-completion/completions/frontdesk'), 'utf8')).toContain('complete ');
  expect(readFileSync(usr('share/zsh/vendor-completions/_frontdesk'), 'utf8')).toMatch(/^#compdef frontdesk/);
  expect(readFileSync(usr('share/doc/frontdesk/copyright'), 'utf8')).toMatch(/JavaScriptCore[\s\S]*^ink \d/m);

  dpkg('--purge', 'frontdesk');
  expect(readdirSync(system)).toEqual(['var']);
});
