import { type Command, Option } from 'commander';

/** The values of the flags of `addOutputFlags`. */
export interface OutputFlags {
  /** The names of fields, separated by commas; true if the flag has no value. */
  readonly json?: string | true;
  readonly ndjson?: true;
}

/** In place of the names of fields: all of them. */
export const ALL_FIELDS = '*';

/** Adds `--json` and `--ndjson`, the same for every command that lists. */
export function addOutputFlags(command: Command): Command {
  return command
    .option('--json [fields]', 'print JSON with these fields; without a value: list the fields')
    .option(...NDJSON);
}

/** The same for every command that changes: it is carried out, whichever fields of the results are asked for. */
export function addResultFlags(command: Command): Command {
  const json = new Option('--json [fields]', 'print the results as JSON, with all fields or these');
  return command.addOption(json.preset(ALL_FIELDS)).option(...NDJSON);
}

const NDJSON = ['--ndjson', 'print a line of JSON for each, with all fields or those of --json'] as const;
