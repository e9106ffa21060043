import { buffer } from 'node:stream/consumers';
import { safeLine } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';

/**
 * The ids of a command, each once, in their order: from the arguments, and from standard input if one is `-`. There they
 * may be separated by any space, or be the first column of lines separated by tabs, or the `id` of JSON: an array, or an
 * object on each line. `#12` is 12. Anything else is wrong usage, before anything is done.
 */
export async function readIds({ stdin }: Pick<Shell, 'stdin'>, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words) {
    if (word === '-') for (const id of idsIn(String(await buffer(stdin)))) ids.push(id);
    else ids.push(idOf(word));
  }
  return [...new Set(ids)];
}

function idsIn(text: string): number[] {
  if (text.trimStart().startsWith('[')) return listOf(parsed(text)).map(idOf);
  return text.split(/\r?\n/).flatMap(line => {
    if (line.trimStart().startsWith('{')) return [idOf(parsed(line))];
    const words = line.includes('\t') ? [line.slice(0, line.indexOf('\t')).trim()] : line.trim().split(/\s+/);
    return words.filter(word => word !== '').map(idOf);
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(text);
  }
}

/** The id that a word, a number or an object with an `id` means. */
function idOf(given: unknown): number {
  const plain = typeof given === 'object' && given !== null ? (given as { readonly id?: unknown }).id : given;
  const [, digits] = /^#?([1-9]\d{0,14})$/.exec(String(plain)) ?? [];
  if (digits === undefined) throw wrong(typeof given === 'string' ? given : JSON.stringify(given));
  return Number(digits);
}

const MOST_QUOTED = 40;

function wrong(given: string): ShellError {
  const quoted = safeLine(given.length > MOST_QUOTED ? `${given.slice(0, MOST_QUOTED)}…` : given);
  return new ShellError(`“${quoted}” is not an id. Nothing was done. Ids are numbers: 12 or #12.`);
}
