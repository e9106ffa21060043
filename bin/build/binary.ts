/**
 * `npm run build:binary [-- --target linux-x64 … | --all]`: makes one executable file of the bundle for each platform, for
 * this machine's if none is named: `dist-binary/frontdesk-linux-x64`. The bundle in `dist/` is scripts for Node; Bun
 * splits modules, so they are built for it in a folder of their own. `dist-binary/frontdesk` is a link to this machine's,
 * and `LICENCES.txt` goes with each.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bunFor, ownPlatform, PLATFORMS, type PlatformName } from './bun.ts';
import { licencesOfExecutable } from './licences.ts';
import { writeBeside } from './sbom.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'dist-binary');

const modules = join('dist-binary', 'modules');

/** The start, and the files that threads begin with. */
const STARTS = [
  'bin/build/binary-start.js',
  ...['html', 'import', 'mail', 'reading', 'sync'].map(name => join(modules, `${name}-thread.mjs`)),
];

/**
 * Functions are compiled for the processor after 50 times as many calls as usual: at a start, the threads that compile
 * take a quarter of the time from the start itself. `binary-start.js` resets it for long-running commands.
 */
const PATIENCE = '--compile-jit-policy=50';

/** An executable that reads no settings of Bun's from the folder in which it is started. */
const COMPILE = ['build', '--compile', '--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig', PATIENCE];

/** Code that is compiled and split: a command does not load the parts that it does not need. */
const CODE = ['--bytecode', '--splitting', '--format=esm', '--entry-naming=[name].[ext]'];

/** A package that asks for its folder would get that of this build. */
const NO_FOLDER = ['--define', '__dirname="/"'];

function buildModules(): void {
  const tool = join(root, 'node_modules', 'tsdown', 'dist', 'run.mjs');
  const args = [tool, '--format', 'esm', '--out-dir', modules];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`tsdown failed (${status}).`);
}

function linkTo(name: PlatformName): void {
  const link = join(folder, 'frontdesk');
  rmSync(link, { force: true });
  symlinkSync(`frontdesk-${name}`, link);
}

function build(name: PlatformName): void {
  const outfile = join(folder, `frontdesk-${name}`);
  const own = ownPlatform();
  const executable = name === own ? [] : [`--compile-executable-path=${bunFor(name)}`];
  const args = [
    ...COMPILE,
    ...CODE,
    ...NO_FOLDER,
    `--target=bun-${name}`,
    ...executable,
    `--outfile=${outfile}`,
    ...STARTS,
  ];
  const { status, stdout, stderr } = spawnSync(bunFor(own), args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`bun ${args.join(' ')} failed (${status}):\n${stdout}${stderr}`);
  if (name === own) linkTo(name);
  process.stdout.write(`${outfile} ${(statSync(outfile).size / 1e6).toFixed(1)} MB\n`);
}

function isPlatform(name: string): name is PlatformName {
  return Object.hasOwn(PLATFORMS, name);
}

const { values } = parseArgs({ options: { target: { type: 'string', multiple: true }, all: { type: 'boolean' } } });
const names = values.all ? Object.keys(PLATFORMS) : (values.target ?? [ownPlatform()]);
const unknown = names.find(name => !isPlatform(name));
if (unknown !== undefined) throw new Error(`No platform ${unknown}: ${Object.keys(PLATFORMS).join(', ')}.`);
mkdirSync(folder, { recursive: true });
buildModules();
writeFileSync(join(folder, 'LICENCES.txt'), licencesOfExecutable());
for (const name of names.filter(isPlatform)) build(name);
writeBeside(folder, join(root, 'dist'));
