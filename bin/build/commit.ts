import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** The output of git in a folder; undefined if there is no git, or it fails. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Files that were unpacked somewhere in another checkout are not of its commit. */
function isRoot(folder: string): boolean {
  const root = git(folder, 'rev-parse', '--show-toplevel');
  return root !== undefined && realpathSync(root) === realpathSync(folder);
}

/** The time of the commit that is checked out in this folder, in seconds; 0 if the folder is not the root of a checkout. */
export function commitTimeOf(folder: string): string {
  return (isRoot(folder) && git(folder, 'log', '-1', '--format=%ct')) || '0';
}

/**
 * The commit that is checked out in this folder and its day: `abcdef12, 2026-11-23`, with `+` after the commit if files
 * were changed. Empty if the folder is not the root of a checkout.
 */
export function commitOf(folder: string): string {
  if (!isRoot(folder)) return '';
  const commit = git(folder, 'log', '-1', '--abbrev=8', '--format=%h, %cs');
  if (commit === undefined) return '';
  return git(folder, 'status', '--porcelain') === '' ? commit : commit.replace(',', '+,');
}
