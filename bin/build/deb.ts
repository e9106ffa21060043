/**
 * `npm run build:deb [-- linux-x64 | linux-arm64]`: packs the executable of `npm run build:binary` for Debian, with man
 * page, completions and licences: `dist-binary/frontdesk_0.1.0_amd64.deb`. It needs dpkg-deb.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import packageJson from '../../package.json' with { type: 'json' };
import { ownPlatform } from './bun.ts';
import { commitTimeOf } from './commit.ts';
import { licencesOfExecutable } from './licences.ts';
import { writePages } from './pages.ts';
import { writeBeside } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

/** For Debian `~` sorts before the end: 0.2.0~dev is older than 0.2.0. */
const version = packageJson.version.replace('-', '~');

/** Debian's names of the platforms that it runs on. */
const ARCHITECTURES: Readonly<Record<string, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** Where Debian looks for each page. */
const PLACES: Readonly<Record<string, string>> = {
  'completions/frontdesk.bash': 'usr/share/bash-completion/completions/frontdesk',
  'completions/_frontdesk': 'usr/share/zsh/vendor-completions/_frontdesk',
  'completions/frontdesk.fish': 'usr/share/fish/vendor_completions.d/frontdesk.fish',
};

/** Where systemd looks for the service of a team, and for the user that it runs as. */
const SYSTEM: Readonly<Record<string, string>> = {
  'frontdesk.service': 'usr/lib/systemd/system/frontdesk.service',
  'frontdesk.sysusers': 'usr/lib/sysusers.d/frontdesk.conf',
};

/** The scripts that dpkg runs after an installation, and before and after a removal. */
const MAINTAINER_SCRIPTS = ['postinst', 'prerm', 'postrm'] as const;

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The files of the package below `tree`, by their paths from there, sorted. */
function filesBelow(tree: string): string[] {
  const entries = readdirSync(tree, { recursive: true, withFileTypes: true });
  return entries.flatMap(e => (e.isFile() ? relative(tree, join(e.parentPath, e.name)) : [])).sort();
}

/** The newest version of glibc that an executable asks for. */
function neededGlibc(executable: Buffer): string {
  const versions = new Set<number>();
  for (let at = executable.indexOf('GLIBC_2.'); at >= 0; at = executable.indexOf('GLIBC_2.', at + 1)) {
    versions.add(Number(/^GLIBC_2\.(\d+)/.exec(executable.toString('latin1', at, at + 12))?.[1] ?? 0));
  }
  return `2.${Math.max(...versions)}`;
}

function controlOf(tree: string, architecture: string): string {
  const bytes = filesBelow(tree).reduce((sum, file) => sum + statSync(join(tree, file)).size, 0);
  const [summary, rest] = packageJson.description.split(': ');
  return `Package: frontdesk
Version: ${version}
Architecture: ${architecture}
Maintainer: ${packageJson.author}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= ${neededGlibc(readFileSync(join(tree, 'usr/bin/frontdesk')))}), init-system-helpers
Section: mail
Priority: optional
Homepage: ${packageJson.homepage}
Description: ${summary!.replace(/^The /, '')}
 Support agents ${rest}.
 A whole help center is inside, for one agent or for a team.
`;
}

/** As Debian wants it: as small as gzip can, without a time. */
function packed(content: string | Buffer): Buffer {
  return gzipSync(content, { level: 9 });
}

/** Debian's own copies of long licences. */
const COMMON_LICENCES = `
${'-'.repeat(80)}

On Debian, the texts of the LGPL-2 and of the Apache License 2.0 are in
/usr/share/common-licenses/LGPL-2 and /usr/share/common-licenses/Apache-2.0.
`;

/** The changes of this version, in the form that Debian reads. */
function changelog(): string {
  const date = new Date(Number(commitTimeOf(root)) * 1000).toUTCString().replace('GMT', '+0000');
  return `frontdesk (${version}) unstable; urgency=medium

  * Release ${version}. Its changes: ${packageJson.homepage}

 -- ${packageJson.author}  ${date}
`;
}

/** Lintian's findings in the engine of the executable, which comes unchanged from its makers. */
const OVERRIDES = ['embedded-library', 'unstripped-binary-or-object', 'hardening-no-pie', 'hardening-no-relro']
  .map(tag => `frontdesk: ${tag} *usr/bin/frontdesk*\n`)
  .join('');

/** Puts all files of the package where they are installed, below `tree`. `pages` is a folder for intermediate files. */
function fill(tree: string, pages: string, executable: string): void {
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  cpSync(executable, join(tree, 'usr/bin/frontdesk'));
  writePages(pages, [process.execPath, join(root, 'bin/frontdesk.js')]);
  for (const [page, place] of Object.entries(PLACES)) put(join(tree, place), readFileSync(join(pages, page)));
  put(join(tree, 'usr/share/man/man1/frontdesk.1.gz'), packed(readFileSync(join(pages, 'man/frontdesk.1'))));
  put(join(tree, 'usr/share/doc/frontdesk/copyright'), `${licencesOfExecutable()}${COMMON_LICENCES}`);
  put(join(tree, 'usr/share/doc/frontdesk/changelog.gz'), packed(changelog()));
  put(join(tree, 'usr/share/lintian/overrides/frontdesk'), OVERRIDES);
  for (const [file, place] of Object.entries(SYSTEM))
    put(join(tree, place), readFileSync(join(root, 'bin/systemd', file)));
}

function pack(platform: string): string {
  const architecture = ARCHITECTURES[platform];
  if (architecture === undefined)
    throw new Error(`No package for ${platform}: ${Object.keys(ARCHITECTURES).join(', ')}.`);
  const executable = join(root, 'dist-binary', `frontdesk-${platform}`);
  if (!existsSync(executable))
    throw new Error(`${executable} is missing. First run: npm run build:binary -- --target ${platform}`);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-deb-'));
  const tree = join(folder, 'package');
  try {
    fill(tree, join(folder, 'pages'), executable);
    const sums = filesBelow(tree).map(
      f =>
        `${createHash('md5')
          .update(readFileSync(join(tree, f)))
          .digest('hex')}  ${f}\n`,
    );
    put(join(tree, 'DEBIAN/control'), controlOf(tree, architecture));
    put(join(tree, 'DEBIAN/md5sums'), sums.join(''));
    for (const script of MAINTAINER_SCRIPTS) cpSync(join(root, 'bin/debian', script), join(tree, 'DEBIAN', script));
    const out = join(root, 'dist-binary', `frontdesk_${packageJson.version}_${architecture}.deb`);
    // Not zstd: Debian's own packages are xz, and older dpkg does not read it. Level 6 takes 98 s in place of 15, for 6 MB.
    const how = ['--root-owner-group', '-Zxz', '-z1', '--build'];
    const env = { ...process.env, SOURCE_DATE_EPOCH: commitTimeOf(root) };
    execFileSync('dpkg-deb', [...how, tree, out], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return out;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// All users may read and run the packed files.
process.umask(0o022);
const platforms = process.argv.slice(2);
for (const platform of platforms.length > 0 ? platforms : [ownPlatform()]) {
  const path = pack(platform);
  process.stdout.write(`${path} ${(statSync(path).size / 1e6).toFixed(1)} MB\n`);
}
writeBeside(join(root, 'dist-binary'), join(root, 'dist'));
