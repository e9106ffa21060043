import * as v from 'valibot';
import { described } from '../../../contract/described.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { OutputFlags } from '../../declared/shared-flags.ts';
import { withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { endpoints } from './endpoints.ts';

const Row = described({
  method: [v.string(), 'The HTTP method.'],
  path: [v.string(), 'The path below `/api/agent/v1`.'],
  allows: [v.string(), 'Who may call.'],
  summary: [v.string(), 'A few words for a person.'],
});

const COLUMNS = [
  { head: t`METHOD`, cell: ({ method }: Endpoint) => safeLine(method) },
  { head: t`PATH`, cell: ({ path }: Endpoint) => safeLine(path), grows: true },
  { head: t`FOR`, cell: ({ allows }: Endpoint) => safeLine(allows) },
  { head: t`WHAT`, cell: ({ summary }: Endpoint) => safeLine(summary) },
] as const;

/** `frontdesk api --list`: the endpoints, from the contract. */
export function listEndpoints(shell: Shell, _method: unknown, _path: unknown, flags: OutputFlags): Promise<number> {
  return withOutput(shell, flags, Row, async output => {
    return printRows(output, { rows: endpoints(), columns: COLUMNS });
  });
}
