/**
 * `npm run reproduce`: builds the commit that is checked out twice, in two folders, and compares each file. Exits with 1
 * if any differs. With `--binary` also this machine's executable, which takes longer.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const isBinary = process.argv.includes('--binary');
const BUILT = isBinary ? ['dist', 'dist-binary'] : ['dist'];

/** Builds in a new folder; returns the hash of each file. */
function build(folder: string): ReadonlyMap<string, string> {
  execFileSync('git', ['clone', '--quiet', '--shared', root, folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '--silent', isBinary ? 'build:binary' : 'build'], { cwd: folder, stdio: 'ignore' });
  const sums = BUILT.flatMap(built =>
    readdirSync(join(folder, built), { recursive: true, withFileTypes: true }).flatMap(entry => {
      const path = join(entry.parentPath, entry.name);
      const sum = () => createHash('sha256').update(readFileSync(path)).digest('hex');
      return entry.isFile() ? [[relative(folder, path), sum()] as const] : [];
    }),
  );
  return new Map(sums);
}

const folders = ['frontdesk-one-', 'frontdesk-the-other-'].map(name => mkdtempSync(join(tmpdir(), name)));
try {
  const [one, other] = folders.map(folder => build(join(folder, 'checkout'))) as [
    ReadonlyMap<string, string>,
    ReadonlyMap<string, string>,
  ];
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  const different = paths.filter(path => one.get(path) !== other.get(path));
  for (const path of different) process.stdout.write(`differs: ${path}\n`);
  process.stdout.write(`${paths.length - different.length} of ${paths.length} files are the same bytes.\n`);
  if (different.length > 0) process.exitCode = 1;
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
