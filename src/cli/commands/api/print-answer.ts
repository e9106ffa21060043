import { isPage, responseError, unreadable } from '../../../client/failure.ts';
import { isAtHand, type RawResponse } from '../../../client/transport.ts';
import { type SafeText, safeBlock, safeJson, safeLine } from '../../../text/safe.ts';
import { exitCodeOf } from '../../elsewhere/with-client.ts';
import { writeAndWait } from '../../output/write.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** The headers that `--include` shows: nothing in them is secret. */
const SHOWN_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'etag',
  'location',
  'retry-after',
  'x-request-id',
] as const;

/** Prints the status and the headers of an answer. */
export async function printHead({ stdout }: Shell, { status, headers }: Response | RawResponse): Promise<void> {
  const lines = SHOWN_HEADERS.flatMap(name => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${safeLine(value)}`];
  });
  await writeAndWait(stdout, `${[`HTTP ${status}`, ...lines].join('\n')}\n\n`);
}

/** The answer with its text, as its help center sent it. A web page in its place ends the command. */
export async function readAnswerText(answer: Response | RawResponse, host: SafeText): Promise<RawResponse> {
  const { status, headers } = answer;
  const text = isAtHand(answer) ? answer.text : await answer.text();
  if (status < 400 && isPage(text) && !headers.get('content-disposition'))
    throw unreadable({ status, headers, text }, host);
  return { status, headers, text };
}

/**
 * Prints the help center's answer: JSON as JSON, indented for a terminal; anything else as it is, but on a terminal
 * only as safe text. A refusal has its reason on stderr as well. Returns the exit code.
 */
export async function printAnswer(shell: Shell, answer: Response | RawResponse, host: SafeText): Promise<number> {
  if (isJson(answer) || answer.status >= 400) {
    const read = await readAnswerText(answer, host);
    await writeAndWait(shell.stdout, shownText(shell, read));
    return read.status < 400 ? exitCode.done : tellRefusal(shell, read, host);
  }
  if (isAtHand(answer)) await writeAndWait(shell.stdout, shownText(shell, await readAnswerText(answer, host)));
  else await passOn(shell, answer);
  return exitCode.done;
}

function isJson({ headers }: Response | RawResponse): boolean {
  return /\bjson\b/i.test(headers.get('content-type') ?? '');
}

function shownText({ stdout }: Shell, answer: RawResponse): string {
  const { text } = answer;
  if (text === '') return '';
  try {
    return `${safeJson(JSON.parse(text), stdout.isTTY ? 2 : undefined)}\n`;
  } catch {
    return stdout.isTTY ? `${safeBlock(text)}\n` : text;
  }
}

/** Says on stderr why a request was refused. Returns the exit code. */
export function tellRefusal({ stderr }: Shell, answer: RawResponse, host: SafeText): number {
  const error = responseError(answer, host);
  stderr.write(`frontdesk: ${error.reason}\n`);
  return exitCodeOf(error);
}

/** A file or a stream of events, part by part as it comes. */
async function passOn({ stdout }: Shell, { headers, body }: Response): Promise<void> {
  const type = headers.get('content-type') ?? '';
  if (stdout.isTTY && !type.startsWith('text/'))
    throw new ShellError(
      `The answer is a file (${safeLine(type)}). Send it to one: frontdesk api … >FILE`,
      exitCode.failed,
    );
  const decoder = new TextDecoder();
  for await (const part of body ?? []) {
    const shown = stdout.isTTY ? safeBlock(decoder.decode(part, { stream: true })) : Buffer.from(part);
    if (!(await writeAndWait(stdout, shown))) return;
  }
}
