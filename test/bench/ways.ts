import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePages } from '../../bin/build/pages.ts';

const root = join(import.meta.dirname, '../..');
const binaries = join(root, 'dist-binary');

/** A way to have frontdesk on a machine. */
export interface Way {
  readonly name: string;
  /** The launcher, or an executable file that needs no Node. */
  readonly launcher: string;
  /** The file that is downloaded. */
  readonly packedBytes?: number;
  /** All files of it on the machine, without Node where it needs that. */
  readonly installedBytes: number;
}

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Packs the built program, as `npm publish` does; returns the path of the tarball. */
function packTarball(folder: string): string {
  writePages(join(root, 'dist'), [process.execPath, join(root, 'bin/frontdesk.js')]);
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return join(folder, execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim());
}

/** Installs a tarball below `prefix`, without a network and with an empty cache. */
function installTarball(tarball: string, prefix: string): void {
  const own = ['--offline', '--cache', join(prefix, 'npm-cache'), '--prefix', prefix];
  execFileSync('npm', ['install', '--silent', '--global', ...own, tarball], { stdio: 'inherit' });
}

function executables(): Way[] {
  const launcher = join(binaries, `frontdesk-${process.platform}-${process.arch}`);
  if (!existsSync(launcher)) return [];
  const packed = readdirSync(binaries).find(
    name => name.endsWith('.deb') && name.includes(process.arch === 'x64' ? 'amd64' : process.arch),
  );
  return [
    {
      name: 'executable (.deb)',
      launcher,
      packedBytes: packed === undefined ? undefined : statSync(join(binaries, packed)).size,
      installedBytes: statSync(launcher).size,
    },
  ];
}

/** The checkout, the tarball (which is installed into `folder`), and the executable if it was built. */
export function waysToHaveIt(folder: string): readonly Way[] {
  const tarball = packTarball(join(folder, 'packed'));
  const prefix = join(folder, 'prefix');
  installTarball(tarball, prefix);
  const installed = join(prefix, 'lib/node_modules/frontdesk');
  return [
    {
      name: 'checkout',
      launcher: join(root, 'bin/frontdesk.js'),
      installedBytes: bytesBelow(root) - (existsSync(binaries) ? bytesBelow(binaries) : 0),
    },
    {
      name: 'npm package',
      launcher: join(installed, 'bin/frontdesk.js'),
      packedBytes: statSync(tarball).size,
      installedBytes: bytesBelow(installed),
    },
    ...executables(),
  ];
}
