import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePages } from '../../bin/build/pages.ts';

const root = join(import.meta.dirname, '../..');
const binaries = join(root, 'dist-binary');

/** A way to have frontdesk on a machine. */
export interface Way {
  readonly name: string;
  /** The file that is downloaded, in bytes: the tarball, or the Debian package if it was built. */
  readonly packedBytes?: number;
  /** Installs it below `prefix`; returns the launcher, or an executable file that needs no Node. */
  install(prefix: string): string;
  uninstall(prefix: string): void;
}

/** All files below a folder, in bytes. */
export function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The checkout in which the bench runs. */
export const checkout = {
  launcher: join(root, 'bin/frontdesk.js'),
  bytes: () => bytesBelow(root) - bytesBelow(binaries),
};

function npm(...args: readonly string[]): string {
  return execFileSync('npm', [...args, '--silent', '--ignore-scripts'], { cwd: root, encoding: 'utf8' });
}

/** The package, packed into `folder`. It is installed without a network and with an empty cache. */
function npmPackage(folder: string): Way {
  writePages(join(root, 'dist'), [process.execPath, checkout.launcher]);
  mkdirSync(folder, { recursive: true });
  const tarball = join(folder, npm('pack', '--pack-destination', folder).trim());
  const own = (prefix: string) => ['--global', '--offline', '--cache', join(folder, 'npm-cache'), '--prefix', prefix];
  return {
    name: 'npm package',
    packedBytes: statSync(tarball).size,
    install: prefix => {
      npm('install', ...own(prefix), tarball);
      return join(prefix, 'lib/node_modules/frontdesk/bin/frontdesk.js');
    },
    uninstall: prefix => void npm('uninstall', ...own(prefix), 'frontdesk'),
  };
}

function executable(): Way | undefined {
  const file = join(binaries, `frontdesk-${process.platform}-${process.arch}`);
  if (!existsSync(file)) return undefined;
  const debian = readdirSync(binaries).find(name =>
    name.endsWith(process.arch === 'x64' ? '_amd64.deb' : '_arm64.deb'),
  );
  const placeIn = (prefix: string) => join(prefix, 'bin/frontdesk');
  return {
    name: 'executable',
    packedBytes: statSync(debian === undefined ? file : join(binaries, debian)).size,
    install: prefix => {
      mkdirSync(dirname(placeIn(prefix)), { recursive: true });
      cpSync(file, placeIn(prefix));
      return placeIn(prefix);
    },
    uninstall: prefix => rmSync(placeIn(prefix)),
  };
}

/**
 * The npm package, packed into `folder`, and the executable if it was built: `npm run build:binary && npm run build:deb`.
 */
export function waysToHaveIt(folder: string): readonly Way[] {
  const file = executable();
  return [npmPackage(folder), ...(file ? [file] : [])];
}
