import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { endpointAt, readApiPath, whatIsThere } from './endpoints.ts';
import { printList } from './pages.ts';
import { printAnswer, printHead } from './print-answer.ts';
import { readRequestBody } from './request-body.ts';

/**
 * `frontdesk api`: sends one request as it is typed and prints the answer. A refusal is printed too; the exit code is then
 * 1, or 3 if the help center was not reached or does not let the caller in.
 */
export async function callApi(
  shell: Shell,
  first: string | undefined,
  second: string | undefined,
  flags: FlagsOf<'api'>,
): Promise<number> {
  const isPathAlone = first?.startsWith('/') && flags.body === undefined && flags.file === undefined;
  const [method, typed] = isPathAlone ? ['GET', first] : [first, second];
  if (method === undefined || typed === undefined)
    throw new ShellError('Name a method and a path: frontdesk api GET /conversations. What there is: api --list.');
  const path = readApiPath(typed);
  const { paginate: isWhole = false, ndjson: isLines = false, include } = flags;
  if ((isWhole || isLines) && method !== 'GET')
    throw new ShellError('Only the answer of a GET has pages or lines. Nothing was sent.');
  const body = await readRequestBody(shell, flags);
  return withClient(shell, flags, async ({ send, place: host }) => {
    const request = { method, path, body };
    if (isWhole || isLines) return printList(shell, send, request, { host, isWhole, isLines });
    const answer = await send(request);
    if (include) await printHead(shell, answer);
    const code = await printAnswer(shell, answer, host);
    if ([404, 405].includes(answer.status) && !endpointAt(method, path))
      shell.stderr.write(`frontdesk: ${whatIsThere(method, path)}\n`);
    return code;
  });
}
