import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** What git prints in a folder; undefined if there is no git, or it fails. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The commit that is checked out in this folder and its day: `abcdef12, 2026-11-23`, with `+` after the commit if files
 * were changed. Empty if the folder is not the root of a checkout.
 */
export function commitOf(folder: string): string {
  // Files that were unpacked somewhere in another checkout are not of its commit.
  const root = git(folder, 'rev-parse', '--show-toplevel');
  if (root === undefined || realpathSync(root) !== realpathSync(folder)) return '';
  const commit = git(folder, 'log', '-1', '--abbrev=8', '--format=%h, %cs');
  if (commit === undefined) return '';
  return git(folder, 'status', '--porcelain') === '' ? commit : commit.replace(',', '+,');
}
