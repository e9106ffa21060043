import { findList, findNextCursor, resourceNames } from '../../../client/decode.ts';
import type { RawRequest, SendRaw } from '../../../client/raw.ts';
import type { RawResponse } from '../../../client/transport.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import { type SafeText, safeJson } from '../../../text/safe.ts';
import { writeAndWait } from '../../output/write.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { readAnswerText, tellRefusal } from './print-answer.ts';

/** How the entries of a list are printed. */
interface Listing {
  readonly host: SafeText;
  /** Not only the page that the request names. */
  readonly isWhole: boolean;
  /** A line for each, and no array. */
  readonly isLines: boolean;
}

/** Prints the entries of a list, page after page, while they are read. Returns the exit code. */
export async function printList(shell: Shell, send: SendRaw, request: RawRequest, how: Listing): Promise<number> {
  let path = how.isWhole ? withQuery(request.path, 'limit', String(MAX_PAGE_SIZE), 'unless set') : request.path;
  let count = 0;
  for (;;) {
    const answer = await readAnswerText(await send({ ...request, path }), how.host);
    if (answer.status >= 400) {
      await writeAndWait(shell.stdout, count === 0 ? answer.text : '\n');
      return tellRefusal(shell, answer, how.host);
    }
    const { entries, cursor } = pageIn(answer, request.path);
    const isRead = await writeAndWait(shell.stdout, textOf(entries, count, how.isLines));
    count += entries.length;
    const next = cursor === null ? path : withQuery(path, 'cursor', cursor);
    if (!isRead) return exitCode.done;
    if (!how.isWhole || next === path) break;
    path = next;
  }
  if (!how.isLines) await writeAndWait(shell.stdout, count === 0 ? '[]\n' : '\n]\n');
  return exitCode.done;
}

function textOf(entries: readonly unknown[], before: number, isLines: boolean): string {
  const texts = entries.map(entry => safeJson(entry));
  if (isLines) return texts.map(text => `${text}\n`).join('');
  if (texts.length === 0) return '';
  return `${before === 0 ? '[\n' : ',\n'}${texts.join(',\n')}`;
}

function pageIn({ text }: RawResponse, path: string): { entries: readonly unknown[]; cursor: string | null } {
  const body = parsed(text);
  const entries = findList(body, resourceNames(path.split('?')[0]!));
  if (entries === undefined) throw new ShellError('The answer is not a list, so it has no pages.', exitCode.failed);
  return { entries, cursor: findNextCursor(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withQuery(path: string, name: string, value: string, when?: 'unless set'): string {
  const [below = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  if (when === undefined || !search.has(name)) search.set(name, value);
  return `${below}?${search}`;
}
