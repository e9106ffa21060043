import { sharedWords } from '../../center/database/files.ts';
import { FOLDER_MARK, IN_DATABASE, markLines, whyOtherFolder } from '../../center/database/folder-mark.ts';
import { foldersIn } from '../../center/model/backup-folders.ts';
import { RESTORED } from '../../center/model/begin-anew.ts';
import { durationText } from '../../text/relative-time.ts';
import { safeLine, t } from '../../text/safe.ts';
import { type Finding, findingsOf } from './finding.ts';

/** A backup that was to come daily is late after so long. */
const LATE_MS = 2 * 86_400_000;

/**
 * How a help center is kept, by its facts about itself: whether its files are in `folder`, how old its newest backup is, and
 * whether it was restored.
 */
export function keptFindings(facts: ReadonlyMap<string, string>, folder: string, now: number): readonly Finding[] {
  if (facts.size === 0) return [];
  return [
    ...fileFindings(facts.get(FOLDER_MARK), folder),
    ...backupFindings(facts.get('backup_folders'), now),
    ...pausedFindings(facts),
  ];
}

function fileFindings(mark: string | undefined, folder: string): readonly Finding[] {
  const { good, todo } = findingsOf('help center');
  if (mark === IN_DATABASE) return [good(t`Its files are in the database.`)];
  const why = whyOtherFolder(mark, folder);
  const other = why ? [todo(t`${safeLine(why.what)}.`, t`${safeLine(why.cure)}`)] : [];
  const [now, former] = markLines(mark);
  const to = now === IN_DATABASE ? t`database` : t`folder`;
  const moving =
    former === undefined
      ? []
      : [
          todo(
            t`Its files are being moved to the ${to}.`,
            t`If nothing moves them now, run: frontdesk files move ${to}`,
          ),
        ];
  return [...other, ...moving, ...sharedFindings(folder)];
}

function sharedFindings(folder: string): readonly Finding[] {
  const shared = sharedWords(folder);
  return shared === undefined ? [] : [findingsOf('help center').note(t`${safeLine(shared)}.`)];
}

function backupFindings(value: string | undefined, now: number): readonly Finding[] {
  const { good, note, todo } = findingsOf('help center');
  const folders = foldersIn(value);
  const untold = folders.filter(({ isUntold }) => isUntold).map(({ folder }) => untoldFinding(folder));
  const [newest] = folders.filter(({ at }) => at > 0);
  if (newest === undefined)
    return [note(t`No backup of it was made yet: frontdesk backup <folder> makes one.`), ...untold];
  const folder = safeLine(newest.folder);
  const proven =
    newest.provenAt === undefined
      ? t`It was never verified: frontdesk backup --verify ${folder} reads it.`
      : t`It was verified ${durationText(now - newest.provenAt)} ago.`;
  const said = t`The newest backup is ${durationText(now - newest.at)} old, in ${folder}.`;
  if (now - newest.at < LATE_MS) return [good(t`${said} ${proven}`), ...untold];
  return [todo(said, t`Run frontdesk backup ${folder}, and look why it does not run by itself.`), ...untold];
}

function untoldFinding(folder: string): Finding {
  const named = safeLine(folder);
  return findingsOf('help center').todo(
    t`${named} was not told what was erased: a restore from it would bring it back.`,
    t`Mount it and run frontdesk backup --erasures ${named}.`,
  );
}

function pausedFindings(facts: ReadonlyMap<string, string>): readonly Finding[] {
  if (facts.get('mail_home') !== RESTORED) return [];
  return [
    findingsOf('mail').todo(
      t`Mail is paused: this help center was restored from a backup.`,
      t`Look into frontdesk mail queue list, then run frontdesk mail queue resume.`,
    ),
  ];
}
