import { sorts } from '../../state/query/order.ts';
import { repeatable, SETTING, type ValuesOf, wholeNumber } from './flag.ts';

/** In place of the names of fields: all of them. */
export const ALL_FIELDS = '*';

const NDJSON = { '--ndjson': 'print a line of JSON for each, with all fields or those of --json' } as const;

/** The flags of every command that lists. */
export const outputFlags = {
  '--json [fields]': 'print JSON with these fields; without a value: list the fields',
  ...NDJSON,
} as const;

/** How a command prints. `json`: the names of fields, separated by commas; true if the flag has no value. */
export type OutputFlags = ValuesOf<typeof outputFlags>;

/** The same for every command that changes: it is carried out, whichever fields of the results are asked for. */
export const resultFlags = {
  '--json [fields]': { help: 'print the results as JSON, with all fields or these', preset: ALL_FIELDS },
  ...NDJSON,
} as const;

const CENTER = { ...SETTING, group: 'Which help center, and how:' } as const;

/** The flags of every command that reaches a help center, wherever that is. */
export const centerFlags = {
  profile: CENTER,
  url: CENTER,
  token_file: CENTER,
  token_command: CENTER,
  connect_command: CENTER,
  ca_file: CENTER,
  database: CENTER,
  insecure: CENTER,
  read_only: CENTER,
} as const;

/** Which help center a command works on, and how: by its flags, the environment and the settings. */
export type CenterFlags = Omit<ValuesOf<typeof centerFlags>, 'profile' | 'caFile'>;

/** The flags of a command that lists resources of a help center. */
export const listingFlags = { ...outputFlags, ...centerFlags } as const;
export type ListingFlags = CenterFlags & OutputFlags;

/** The flag of a command that may only show its changes. */
export const dryRunFlag = { '--dry-run': 'show the changes, and make none' } as const;

/** The flags of a command that changes a help center. */
export const changingFlags = { ...dryRunFlag, ...resultFlags, ...centerFlags } as const;
export type ChangingFlags = ListingFlags & ValuesOf<typeof dryRunFlag>;

/** The flags that narrow a filter. */
export const narrowingFlags = {
  '--view <name>': 'those of a view of the desk, by its name',
  '--inbox <slug>': repeatable('only those in this inbox'),
  '--tag <name>': repeatable('only those with this tag'),
  '--status <name>': repeatable('only those with this status'),
  '--agent <who>': repeatable('only those of this agent: a name, an address, me or none'),
} as const;

/** The flag of a list that may be long. */
export const limitFlag = {
  '--limit <n>': { help: 'the most that are listed; without it: all', parse: wholeNumber(1, 1_000_000_000) },
} as const;

/** The flags of a list of conversations. */
export const filterFlags = {
  ...limitFlag,
  ...narrowingFlags,
  '--sort <order>': { help: 'the order', choices: sorts },
} as const;
export type FilterFlags = Partial<ValuesOf<typeof filterFlags>>;

/** The flags for the words of a note or a mail, and its files. */
export const textFlags = {
  '--text <words>': 'the words; without them: standard input, or $EDITOR on a terminal',
  '--file <file>': 'the file with the words; - is standard input',
  '--attach <file>': repeatable('a file that goes with it; may be repeated'),
} as const;
export type TextFlags = ValuesOf<typeof textFlags>;
