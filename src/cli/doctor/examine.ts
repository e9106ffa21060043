import { existsSync } from 'node:fs';
import { runtimeText } from '../../runtime/node-or-bun.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { resolveCenter } from '../elsewhere/resolve.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';
import { versionText } from '../version.ts';
import { embeddedFindings } from './embedded.ts';
import { fileFindings } from './files.ts';
import { DOCTOR_PARTS, type Finding, findingsOf } from './finding.ts';
import { terminalFindings } from './terminal.ts';

/** The flags of the desk to examine. */
export type DoctorFlags = FlagsOf<'doctor'>;

/** Examines everything that a desk needs. It changes nothing, and shows no secret. */
export async function examine(shell: Shell, flags: DoctorFlags): Promise<readonly Finding[]> {
  const all = [
    ...versionFindings(),
    ...(await terminalFindings(shell, flags)),
    ...settingsFindings(shell),
    ...fileFindings(shell.environment, secretFiles(shell)),
    ...(await centerFindings(shell, flags)),
    ...(await mailFindings(shell)),
  ];
  return all.toSorted((one, other) => DOCTOR_PARTS.indexOf(one.part) - DOCTOR_PARTS.indexOf(other.part));
}

/** The program and its runtime. */
function versionFindings(): readonly Finding[] {
  return [
    findingsOf('versions').good(
      t`frontdesk ${safeLine(versionText())} on ${safeLine(runtimeText())}, ${safeLine(`${process.platform} ${process.arch}`)}.`,
    ),
  ];
}

/** The settings file: each fault with its line. */
export function settingsFindings({ environment, profile, faults = [] }: Shell): readonly Finding[] {
  const { good, todo } = findingsOf('settings');
  const path = settingsPath(environment);
  const named = profile ? t`, profile ${safeLine(profile)}` : t``;
  if (faults.length > 0)
    return faults.map(fault =>
      todo(safeLine(fault), t`Correct it: the desk works without it, other commands may not run.`),
    );
  return [
    existsSync(path)
      ? good(t`${safeLine(path)} has no fault${named}.`)
      : good(t`There is no settings file: the defaults hold. It would be ${safeLine(path)}.`),
  ];
}

/** Files that only this user may read, beside that of a token, which is not even read otherwise. */
function secretFiles({ environment, center, mail }: Shell) {
  const passwords = [mail?.relay_password_file, ...(mail?.mailboxes ?? []).map(mailbox => mailbox.password_file)];
  return [
    ...passwords.filter(path => path !== undefined).map(path => ({ path, what: 'The password file' })),
    ...(center?.postgres_password === undefined
      ? []
      : [{ path: settingsPath(environment), what: 'The settings file' }]),
  ].filter(({ path }) => existsSync(path));
}

async function centerFindings(shell: Shell, flags: DoctorFlags): Promise<readonly Finding[]> {
  try {
    const place = resolveCenter(shell, flags);
    if (!('url' in place)) return await embeddedFindings(shell, place.database);
    const { elsewhereFindings } = await import('./elsewhere.ts');
    return await elsewhereFindings(place, shell.now);
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    return [findingsOf('help center').todo(safeLine(error.message), t`See frontdesk --help.`)];
  }
}

async function mailFindings({ mail }: Shell): Promise<readonly Finding[]> {
  if (!mail) return [];
  const { dnsFinding } = await import('./dns.ts');
  return [
    findingsOf('mail').note(t`Mail is set up. frontdesk mail check signs in to the relay and the mailboxes.`),
    await dnsFinding(mail.dns),
  ];
}
