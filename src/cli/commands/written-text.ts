import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { trimEnd } from '../../text/trim-end.ts';
import type { TextFlags } from '../declared/shared-flags.ts';
import { systemCode } from '../desk/disk.ts';
import { createEditor } from '../desk/editor.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';

/**
 * The words for a command to add: from `--text` or `--file`; otherwise from standard input, or on a terminal from
 * `$EDITOR`. Line breaks at the end are left out. Without words nothing is to be done.
 */
export async function readWrittenText(shell: Shell, { text, file }: TextFlags): Promise<string> {
  if (text !== undefined && file !== undefined)
    throw new ShellError('Give --text or --file, not both. Nothing was done.');
  const given = text ?? (await otherwise(shell, file));
  const words = trimEnd(given.replaceAll('\r\n', '\n'), '\n ');
  if (words === '') throw new ShellError('There are no words in it. Nothing was done.');
  return words;
}

async function otherwise({ stdin, environment }: Shell, file: string | undefined): Promise<string> {
  if (file !== undefined && file !== '-') return textOf(file);
  if (stdin.isTTY && file === undefined) return createEditor(environment).edit('', () => undefined);
  return String(await buffer(stdin));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ShellError(`${path} cannot be read: ${systemCode(error) ?? 'unknown reason'}. Nothing was done.`);
  }
}
