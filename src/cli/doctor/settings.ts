import { existsSync } from 'node:fs';
import { safeLine, t } from '../../text/safe.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, todo } = findingsOf('settings');

/** The settings file: each fault with its line. */
export function settingsFindings({ environment, profile, faults = [] }: Shell): readonly Finding[] {
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
