import type { Command } from 'commander';

/** What the flags of `addOutputFlags` give. */
export interface OutputFlags {
  /** The names of fields, separated by commas; true if the flag has no value. */
  readonly json?: string | true;
  readonly ndjson?: true;
}

/** Adds `--json` and `--ndjson`, the same for every command that lists or changes. */
export function addOutputFlags(command: Command): Command {
  return command
    .option('--json [fields]', 'print JSON with these fields; without a value: list the fields')
    .option('--ndjson', 'print a line of JSON for each, with all fields or those of --json');
}
