import type { ApiError } from '../../client/api-error.ts';
import { nearest } from '../../text/nearest.ts';
import { safeJson, safeLine } from '../../text/safe.ts';
import { ALL_FIELDS, type OutputFlags } from '../declared/shared-flags.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { fieldNames } from './encode.ts';
import { type CommandFailure, commandFailure } from './failure.ts';

/** How a command prints, as its flags say. */
export interface CommandOutput {
  readonly shell: Shell;
  /** `text`: a table on a terminal, columns separated by tabs elsewhere. */
  readonly form: 'text' | 'json' | 'ndjson';
  /** The fields of each resource as JSON. */
  readonly schema: object;
  readonly fields: readonly string[];
}

/**
 * Runs a command's work with the output that its flags ask for, and returns its exit code. `schema` is of the resource
 * that it prints. `--json` without fields lists them and runs nothing; only commands of `addOutputFlags` allow that. An expected error (`ApiError`, `ShellError`) of
 * the work ends the command: with JSON as `{"error": {"code", "message", "details"}}` on stderr, otherwise as a
 * `ShellError`.
 */
export async function withOutput(
  shell: Shell,
  { json, ndjson }: OutputFlags,
  schema: object,
  work: (output: CommandOutput) => Promise<number>,
): Promise<number> {
  const known = fieldNames(schema);
  if (json === true) {
    if (ndjson) throw new ShellError('--json needs the names of fields here, or leave it out. Nothing was listed.');
    shell.stdout.write(known.map(name => `${name}\n`).join(''));
    return exitCode.done;
  }
  const form = ndjson ? 'ndjson' : json === undefined ? 'text' : 'json';
  try {
    const fields = json === undefined ? known : chosen(json, known);
    return await work({ shell, form, schema, fields });
  } catch (error) {
    const failure = commandFailure(error);
    if (failure === undefined) throw error;
    if (form === 'text') throw new ShellError(failure.message, failure.exit);
    shell.stderr.write(jsonOf(failure));
    return failure.exit;
  }
}

/** Says on stderr why one of several things failed, while the others go on. */
export function tellFailure({ shell, form }: CommandOutput, id: number, error: ApiError): void {
  shell.stderr.write(form === 'text' ? `${id}: ${error.reason}\n` : jsonOf(commandFailure(error)!, id));
}

function jsonOf({ code, message, details }: CommandFailure, id?: number): string {
  return `${safeJson({ error: { ...(id === undefined ? {} : { id }), code, message, details } })}\n`;
}

function chosen(names: string, known: readonly string[]): string[] {
  if (names === ALL_FIELDS) return [...known];
  const wanted = names.split(',').map(name => name.trim());
  const wrong = wanted.find(name => !known.includes(name));
  if (wrong === undefined) return [...new Set(wanted)];
  const meant = nearest(wrong, known);
  const hint = meant === undefined ? `The fields are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  throw new ShellError(`There is no field “${safeLine(wrong)}”. ${hint}`);
}
