import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Center } from '../../center/center.ts';
import type { BackupFinding, Beside, Verified, VerifyOptions } from '../../center/database/backup/verify.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { backupFolders } from '../../center/model/backup-folders.ts';
import { erasureLines, isSameErasure } from '../../center/model/erasure/line.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { spareMemory } from '../desk/spare-memory.ts';
import { openCenter, orSentence } from '../open-center.ts';
import { pipeThrough } from '../pipe-command.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import {
  type BackupFlags,
  encryptionOf,
  inLocked,
  isWritable,
  remember,
  scratchBeside,
  withScratch,
} from './backup-place.ts';
import { createProgress } from './progress.ts';

/**
 * `frontdesk backup --verify`: reads everything in a folder of backups, mends what the help center beside it still has, and
 * with `--restore` restores the newest one into a scratch place. Exit code 1 if anything was missing or damaged.
 */
export async function verifyBackups(shell: Shell, named: string | undefined, flags: BackupFlags): Promise<number> {
  await spareMemory();
  const database = databasePath(flags.database);
  const isHere = isPostgres(database) ? flags.database !== undefined : existsSync(database);
  // A help center that is damaged must not keep its backups from being read.
  const opening = isHere ? openCenter(shell, flags.database, { orReadOnly: true }) : undefined;
  const center = await opening?.catch(error => {
    if (!(error instanceof ShellError)) throw error;
    shell.stderr.write(`${error.message} Nothing is mended from it.\n`);
    return undefined;
  });
  return orSentence(verifyIn(shell, named, flags, center)).finally(() => center?.close());
}

async function verifyIn(shell: Shell, named: string | undefined, flags: BackupFlags, center: Center | undefined) {
  const [newest] = center ? await center.read(({ db }) => backupFolders(db)) : [];
  const folder = named === undefined ? newest?.folder : resolve(named);
  if (folder === undefined) throw new ShellError('Name the folder of the backups: frontdesk backup --verify <folder>.');
  const lockedIn = isWritable(folder) ? inLocked : (_: string, work: () => Promise<number>) => work();
  return lockedIn(folder, async () => {
    const { isEncrypted, center: id } = await newestOf(folder);
    const beside = center && (await besideOf(center, id));
    const scratch = scratchBeside(shell, folder, flags, isEncrypted);
    const verified = await withScratch(scratch, place => verifyAll(shell, { folder, scratch: place, beside }));
    printVerified(shell, folder, verified);
    if (verified.findings.some(({ isMended }) => !isMended)) return exitCode.failed;
    if (flags.restore) {
      const { proveByRestore } = await import('./restore.ts');
      await withScratch(scratch, place => proveByRestore(shell, folder, place));
    }
    if (beside) await remember(shell, center!, folder, { provenAt: shell.now() });
    return verified.findings.length > 0 ? exitCode.failed : exitCode.done;
  });
}

/** The facts that the newest readable manifest of a folder states about all its backups. */
async function newestOf(folder: string): Promise<{ readonly isEncrypted: boolean; readonly center?: string }> {
  const { newestIn } = await import('../../center/database/backup/write.ts');
  return (await newestIn(folder)) ?? { isEncrypted: false };
}

/** The help center as the source for mending, if the backups are its own. */
async function besideOf({ context }: Center, id: string | undefined): Promise<Beside | undefined> {
  const { idsBy } = await import('../../center/database/backup/manifest.ts');
  const { files, secret } = context;
  const db = context.store.reader;
  return idsBy(secret, false).center === id ? { files, db, secret, erasures: await erasureLines(db) } : undefined;
}

async function verifyAll(shell: Shell, given: Pick<VerifyOptions, 'folder' | 'scratch' | 'beside'>): Promise<Verified> {
  const { verifyFolder: verify } = await import('../../center/database/backup/verify.ts');
  const command = shell.center?.restore_command;
  const progress = createProgress(shell.stderr, 'Verifying', 'backups', () => performance.now());
  return verify({
    ...given,
    encryption: encryptionOf(shell),
    decrypt: command === undefined ? undefined : pipeThrough('restore_command', command),
    isSame: isSameErasure,
    onBackup: (done, total) => progress.at(done, done / total),
  }).finally(progress.end);
}

function tellOne({ stderr }: Shell, { what, breaks, isMended }: BackupFinding): void {
  const broken = breaks.length === 0 ? 'no backup needs it' : `broken for it: ${breaks.join(', ')}`;
  stderr.write(`damaged: ${what}; ${isMended ? 'mended from the help center' : broken}\n`);
}

function printVerified(shell: Shell, folder: string, { findings, backups, isOpened, lacking }: Verified): void {
  for (const finding of findings) tellOne(shell, finding);
  for (const name of lacking) shell.stderr.write(`${name} never had some attachments: they were missing then.\n`);
  const left = findings.filter(({ isMended }) => !isMended).length;
  const all = `${counted(backups, t`backup`)} in ${folder}: `;
  if (left > 0) shell.stderr.write(`${all}${grouped(left)} files are damaged. The other files are whole.\n`);
  else
    shell.stdout.write(
      isOpened
        ? `${all}everything was read, and can be restored.\n`
        : `${all}everything is as it was written. It is encrypted: with restore_command it can be opened and checked, too.\n`,
    );
}
