import { RESTORED } from '../../center/model/begin-anew.ts';
import type { LastBackup } from '../../center/model/last-backup.ts';
import { span } from '../../text/relative-time.ts';
import { safeLine, t } from '../../text/safe.ts';
import { type Finding, findingsOf } from './finding.ts';

/** A backup that was to come daily is late after so long. */
const LATE_MS = 2 * 86_400_000;

/** How a help center is kept, by its facts about itself: how old its newest backup is, and whether it was restored. */
export function keptFindings(facts: ReadonlyMap<string, string>, now: number): readonly Finding[] {
  return facts.size === 0 ? [] : [...backupFindings(facts.get('backup'), now), ...pausedFindings(facts)];
}

function backupFindings(value: string | undefined, now: number): readonly Finding[] {
  const { good, note, todo } = findingsOf('help center');
  if (value === undefined) return [note(t`No backup of it was made yet: frontdesk backup <folder> makes one.`)];
  const { at, folder } = JSON.parse(value) as LastBackup;
  const said = t`The newest backup is ${span(now - at)} old, in ${safeLine(folder)}.`;
  if (now - at < LATE_MS) return [good(said)];
  return [todo(said, t`Run frontdesk backup ${safeLine(folder)}, and look why it does not run by itself.`)];
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
