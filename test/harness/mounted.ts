import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function mount(folder: string, how: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', how, 'tmpfs', folder], { stdio: 'ignore' });
}

/** Mounts a disk of this size, such as `3m`, in a new folder. Returns undefined if nothing can be mounted here. */
export function mounted(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-disk-'));
  try {
    mount(folder, `size=${size}`);
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** Mounts it again: `size=30m`, or `ro` for reading alone. */
export function remount(folder: string, how: string): void {
  mount(folder, `remount,${how}`);
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}
