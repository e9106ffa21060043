import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileBody } from '../../../client/file-body.ts';
import { safeLine } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';

/** `body`: JSON, `@file` for JSON in a file, or `-` for standard input; `file`: the path of a file to upload. */
type BodyFlags = Pick<FlagsOf<'api'>, 'body' | 'file'>;

/** The body that the flags say: JSON exactly as it is written, or a file. Ends the command if it cannot be sent. */
export async function readRequestBody(shell: Shell, { body, file }: BodyFlags): Promise<string | FileBody | undefined> {
  if (file !== undefined) return fileOf(file);
  if (body === undefined) return undefined;
  const text = await textOf(shell, body);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new ShellError(`The body is not JSON: ${safeLine((error as Error).message)}. Nothing was sent.`);
  }
  return text;
}

async function textOf({ stdin }: Shell, body: string): Promise<string> {
  if (body === '-') return (await buffer(stdin)).toString('utf8');
  if (!body.startsWith('@')) return body;
  return orSentence(body.slice(1), path => readFileSync(path, 'utf8'));
}

function fileOf(path: string): FileBody {
  const size = orSentence(path, () => {
    const found = statSync(path);
    if (!found.isFile()) throw new Error('not a file');
    return found.size;
  });
  const read = () => createReadStream(path, { end: Math.max(0, size - 1) });
  return { name: basename(path), type: 'application/octet-stream', size, read };
}

function orSentence<T>(path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch {
    throw new ShellError(`The file ${safeLine(path)} cannot be read. Nothing was sent.`);
  }
}
