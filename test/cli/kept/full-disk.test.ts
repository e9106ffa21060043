import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { skippedFor } from '../../harness/skipped.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { change, keptWith, onDisk, openStorage } from './open-storage.ts';

/** A disk of a megabyte, in memory. Throws if nothing can be mounted here. */
function mountDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
}

function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-disk-'));
  try {
    mountDisk(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const reason = canMount() ? undefined : 'nothing can be mounted here';

test(
  'a full disk is named; the former state is there, and everything is kept when there is room',
  skippedFor(reason),
  () => {
    const folder = temporaryFolder();
    mountDisk(folder);
    onTestFinished(() => unmount(folder));
    const { storage, problems, keptAgain } = openStorage(folder);
    storage.save(keptWith([change('a')]));
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'other'), new Uint8Array(bavail * bsize));

    const long = keptWith([change('a'), change('b')], [['note:1', 'x'.repeat(100_000)]]);
    storage.save(long);
    expect(problems).toEqual([`Drafts and unsent changes cannot be kept in ${storage.file().path}: the disk is full.`]);
    expect([storage.isKept(), onDisk(folder)]).toEqual([false, ['a']]);
    storage.beat();
    expect(storage.isKept()).toBe(false);

    rmSync(join(folder, 'other'));
    storage.beat();
    expect([storage.isKept(), onDisk(folder), keptAgain]).toEqual([true, ['a', 'b'], ['again']]);
  },
);
