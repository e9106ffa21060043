import { runtimeText } from '../../runtime/node-or-bun.ts';
import { safeLine, t } from '../../text/safe.ts';
import { versionText } from '../version.ts';
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
