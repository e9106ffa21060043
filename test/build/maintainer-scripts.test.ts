import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const SCRIPTS = join(import.meta.dirname, '../../bin/debian');
/** A machine of their own, with systemd and a help center's data, whose other folders stay as they are. */
const MACHINE = `mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /var/lib && mount -t tmpfs tmpfs /etc/systemd
mkdir -p /run/systemd/system /var/lib/frontdesk /etc/systemd/system/multi-user.target.wants
enabled=/etc/systemd/system/multi-user.target.wants/frontdesk.service; ln -s /nowhere $enabled`;

const canUnshare = spawnSync('unshare', ['--mount', 'true']).status === 0;
const onLinux = skippedFor(canUnshare ? undefined : 'only root can make a machine of mounts');

/** Runs a script as dpkg does; returns what it starts and says. */
function ran(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  for (const name of ['systemctl', 'deb-systemd-invoke', 'systemd-sysusers']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${folder}/started\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const shell = `${MACHINE}\n"$@" && { [ ! -h $enabled ] || echo enabled; [ -d /var/lib/frontdesk ] && echo kept; }`;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', '/bin/sh', '-c', shell, 'sh', join(SCRIPTS, script), ...args],
    { env: { PATH: `${folder}:/usr/sbin:/usr/bin:/sbin:/bin`, ...env }, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const started = join(folder, 'started');
  return { started: existsSync(started) ? readFileSync(started, 'utf8').trimEnd().split('\n') : [], said: stdout };
}

const USER = 'systemd-sysusers frontdesk.conf';
const RELOAD = 'systemctl --system daemon-reload';

test('an upgrade restarts the service, and a first installation starts none', onLinux, () => {
  expect(ran('postinst', ['configure', '']).started).toEqual([USER, RELOAD]);
  const restart = 'deb-systemd-invoke restart frontdesk.service';
  expect(ran('postinst', ['configure', '0.1.0']).started).toEqual([USER, RELOAD, restart]);
});

test('a removal stops the service, and an upgrade does not', onLinux, () => {
  expect(ran('prerm', ['remove']).started).toEqual(['deb-systemd-invoke stop frontdesk.service']);
  expect(ran('prerm', ['upgrade', '0.3.0']).started).toEqual([]);
});

test('a purge leaves the data, says so, and leaves no service that is enabled', onLinux, () => {
  expect(ran('postrm', ['remove'])).toEqual({ started: [RELOAD], said: 'enabled\nkept\n' });
  expect(ran('postrm', ['purge'])).toEqual({
    started: [RELOAD],
    said: '/var/lib/frontdesk stays: delete it by hand if you need it no more.\nkept\n',
  });
});

test('nothing is started for a system in a folder', onLinux, () => {
  for (const [script, ...args] of [
    ['postinst', 'configure', '0.1.0'],
    ['prerm', 'remove'],
    ['postrm', 'purge'],
  ] as const)
    expect(ran(script, args, { DPKG_ROOT: '/srv/system' }).started).toEqual([]);
});
