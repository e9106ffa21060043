import { existsSync, statSync } from 'node:fs';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { DatabaseRefused } from '../../center/database/refused.ts';
import { checkFile } from '../../center/database/sqlite/check-file.ts';
import { lookInto } from '../../center/database/sqlite/look-into.ts';
import { type Failing, failingOf } from '../../center/model/jobs/fault.ts';
import { byteSize } from '../../text/byte-size.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { attachmentsFolder } from '../open-center.ts';
import { centerSettings } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { faultFindings } from './faults.ts';
import { databaseFindings } from './files.ts';
import { type Finding, findingsOf, mailSignedOut } from './finding.ts';
import { keptFindings } from './kept.ts';

const { good, note, todo } = findingsOf('help center');

/** The help center in a file of this machine, or on PostgreSQL: whether it can be used. Nothing in it is changed. */
export async function embeddedFindings(shell: Shell, told: string | undefined): Promise<readonly Finding[]> {
  const database = databasePath(told);
  if (isPostgres(database)) return postgresFindings(shell, database);
  if (database === ':memory:') return [note(t`The help center is in memory, and is gone when the program ends.`)];
  if (!existsSync(database))
    return [good(t`The embedded help center is made at the first start: ${safeLine(database)}.`)];
  const attachments = attachmentsFolder(shell, database);
  const files = databaseFindings(database, attachments);
  const kept = keptFindings(factsIn(database), attachments, shell.now());
  return [
    fileFinding(database),
    ...files,
    ...signedOutIn(database),
    ...faultFindings(faultsIn(database), shell.now()),
    ...kept,
  ];
}

function fileFinding(path: string): Finding {
  const named = t`The embedded help center ${safeLine(path)} (${byteSize(statSync(path).size)})`;
  const { fault, isRead } = checkFile(path);
  if (fault === undefined)
    return isRead ? good(t`${named} is whole.`) : note(t`${named} is too large for a quick check.`);
  if (fault.kind === 'empty')
    return todo(t`${named} is empty: a full disk or a broken copy has emptied it.`, EMPTY_CURE);
  if (fault.kind === 'locked') return todo(t`${named} is locked by another program.`, LOCKED_CURE);
  if (fault.kind === 'not-ours')
    return todo(
      t`${named} cannot be used. ${safeLine(fault.what)}.`,
      t`Nothing in it was changed: ${safeLine(fault.cure)}.`,
    );
  return todo(
    t`${named} cannot be used: ${safeLine(fault.why)}.`,
    t`Keep it, and take a copy of it from before; nothing in it was changed.`,
  );
}

/** Rows of a file; none in one of an older version, or if it cannot be read, which is reported elsewhere. */
function rowsIn(path: string, query: string) {
  try {
    return lookInto(path, database => database.prepare(query).all());
  } catch {
    return [];
  }
}

/** The accounts of mail that are signed out. */
function signedOutIn(path: string): readonly Finding[] {
  const rows = rowsIn(path, 'select name, since from mailbox_look where signed_out = 1 order by since');
  return rows.map(({ name, since }) => mailSignedOut(safeLine(String(name)), Number(since), Date.now()));
}

const EMPTY_CURE = t`Put a copy from before in its place, or delete it to begin a new help center.`;
const LOCKED_CURE = t`Wait for it, or end it: an import, a backup or sqlite3, for example. Reading goes on meanwhile.`;

/** The jobs of the help center that fail. */
function faultsIn(path: string): readonly Failing[] {
  return rowsIn(path, 'select * from job_fault order by since').map(row => failingOf(row as never));
}

/** The help center’s facts about itself. */
function factsIn(path: string): ReadonlyMap<string, string> {
  const rows = rowsIn(path, 'select key, value from setting');
  return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
}

async function postgresFindings(shell: Shell, address: string): Promise<readonly Finding[]> {
  const { center, now } = shell;
  const { checkPostgres } = await import('../../center/database/postgres/open.ts');
  try {
    const { place, facts, faults } = await checkPostgres(address, centerSettings(center ?? {}));
    return [
      good(t`The help center’s database ${safeLine(place)} can be used.`),
      ...faultFindings(faults.map(failingOf), now()),
      ...keptFindings(facts, attachmentsFolder(shell, address), now()),
    ];
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    return [todo(safeLine(error.message), t`Check the address, the password and the server.`)];
  }
}
