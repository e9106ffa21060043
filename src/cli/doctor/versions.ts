import { safeLine, t } from '../../text/safe.ts';
import { versionText } from '../version.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good } = findingsOf('versions');

/** The program, and what runs it. */
export function versionFindings(): readonly Finding[] {
  const { bun, node } = process.versions;
  const runtime = bun === undefined ? `Node ${node}` : `Bun ${bun}`;
  return [
    good(
      t`frontdesk ${safeLine(versionText())} on ${safeLine(runtime)}, ${safeLine(`${process.platform} ${process.arch}`)}.`,
    ),
  ];
}
