import type { LoadOptions } from '../../center/database/backup/load.ts';
import type { Listed, Manifest } from '../../center/database/backup/manifest.ts';
import { DatabaseRefused } from '../../center/database/refused.ts';
import type { ErasureLine } from '../../center/model/erasure/line.ts';
import { safeLine, t } from '../../text/safe.ts';
import { confirmTyped } from '../ask.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { pipeThrough } from '../pipe-command.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { versionText } from '../version.ts';

/** The flags of `frontdesk restore`. */
export type RestoreFlags = FlagsOf<'restore'>;

/** The newest backup, or the newest that is not after the time that is given. Names those that it passes over. */
export async function chooseBackup({ stderr }: Shell, folder: string, { at }: RestoreFlags): Promise<Listed> {
  const { DamagedBackup, listBackups, readManifest, timeWords } = await import(
    '../../center/database/backup/manifest.ts'
  );
  // A time without a fraction means all of its second.
  const restMs = at?.includes('.') ? 0 : 999;
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at) + restMs;
  if (Number.isNaN(until))
    throw new ShellError(`--at takes a time such as 2026-11-27T03:00:00Z, not ${safeLine(at!)}.`);
  const all = await listBackups(folder);
  const { withoutManifest } = await import('../../center/database/backup/verify.ts');
  for (const { what } of await withoutManifest(folder, all)) stderr.write(`passed over: ${what}\n`);
  if (at === undefined && all.length > 0) return all.at(-1)!;
  let oldest: Manifest | undefined;
  for (const one of all.toReversed()) {
    // A damaged one does not hide those before it.
    const manifest = await readManifest(folder, one).catch(error => {
      if (!(error instanceof DamagedBackup)) throw error;
      stderr.write(`passed over: ${error.message}\n`);
      return undefined;
    });
    if (manifest && manifest.at <= until) return one;
    oldest = manifest ?? oldest;
  }
  const what = oldest
    ? `${folder} has no backup from before then; the oldest is of ${timeWords(oldest)}`
    : `There is no backup in ${folder}`;
  throw new ShellError(`${what}. Nothing was restored.`, exitCode.failed);
}

/** How a backup is read, decrypted if it must be. */
export function loading(shell: Shell, folder: string, manifest: Manifest): LoadOptions {
  const command = shell.center?.restore_command;
  if (manifest.isEncrypted && command === undefined)
    throw new ShellError(
      'The backup is encrypted. Nothing was restored: set restore_command in [center] of the settings to the command ' +
        'that decrypts it.',
      exitCode.failed,
    );
  const decrypt = manifest.isEncrypted ? pipeThrough('restore_command', command!) : undefined;
  return { folder, manifest, program: versionText(), decrypt };
}

/** The erasures after a backup, by the ledger beside it. Throws a sentence if the ledger is not whole. */
export async function erasuresFor(shell: Shell, folder: string, manifest: Manifest, flags: RestoreFlags) {
  const { readLedger } = await import('../../center/database/backup/ledger.ts');
  const { faults, continues, erasures } = await readLedger(folder);
  if (flags.withoutErasures) {
    const question = t`Everyone who was erased after this backup comes back, if you restore it without the erasures. Type`;
    if (!flags.yes) await confirmTyped(shell, question, t`without erasures`);
    return [];
  }
  const all = faults.length === 0 && !continues(manifest.erasures) ? [OTHER_LEDGER] : faults;
  if (all.length === 0) return erasures as readonly ErasureLine[];
  throw new ShellError(
    `The ledger of erasures in ${folder} cannot be trusted: ${all.join('; ')}. Nothing was restored, because people who ` +
      `were erased could come back. Beside the help center, frontdesk backup --verify ${folder} mends it; ` +
      '--without-erasures restores without it.',
    exitCode.failed,
  );
}

const OTHER_LEDGER = 'erasures.ndjson is not the one that this backup names: it was cut or replaced';

/** If the backup is damaged, names the newest older one that is whole. */
export async function withOlder<T>(folder: string, chosen: Listed, work: () => Promise<T>): Promise<T> {
  const [{ DamagedBackup, listBackups, readManifest }, { damagedFiles }] = await Promise.all([
    import('../../center/database/backup/manifest.ts'),
    import('../../center/database/backup/load.ts'),
  ]);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    const older = (await listBackups(folder)).filter(({ number }) => number < chosen.number);
    for (const one of older.reverse()) {
      const manifest = await readManifest(folder, one).catch(() => undefined);
      if (manifest === undefined || !(await damagedFiles(folder, manifest).next()).done) continue;
      throw new DatabaseRefused(
        `${error.message} Nothing was restored. An older one is whole: --at ${new Date(manifest.at).toISOString()}`,
      );
    }
    throw new DatabaseRefused(`${error.message} Nothing was restored, and no older backup in ${folder} is whole.`);
  }
}
