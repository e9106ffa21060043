import { safeLine, t } from '../../text/safe.ts';
import { runtimeText, versionText } from '../version.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good } = findingsOf('versions');

/** The program, and what runs it. */
export function versionFindings(): readonly Finding[] {
  return [
    good(
      t`frontdesk ${safeLine(versionText())} on ${safeLine(runtimeText())}, ${safeLine(`${process.platform} ${process.arch}`)}.`,
    ),
  ];
}
