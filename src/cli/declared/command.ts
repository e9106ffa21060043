import type { Shell } from '../shell.ts';
import type { Arguments, Flags, ValuesOf } from './flag.ts';
import {
  type CenterFlags,
  type ChangingFlags,
  centerFlags,
  changingFlags,
  type ListingFlags,
  listingFlags,
} from './shared-flags.ts';

const HERE = { database: { isSetting: true } } as const;

/** The flags that commands of a kind take after their own. */
const flagsOfKind = {
  /** It lists resources of a help center. */
  lists: listingFlags,
  /** It changes a help center. */
  changes: changingFlags,
  /** It reaches a help center. */
  reaches: centerFlags,
  /**
   * It works on a database of this machine alone. If none is named, it is refused while `frontdesk` opens a help center
   * elsewhere.
   */
  here: HERE,
  /** The same for the database that the settings name for mail. */
  ofMail: HERE,
  works: {},
} as const satisfies Readonly<Record<string, Flags>>;

type Kind = keyof typeof flagsOfKind;

/** The work of a command: a file, seen from `cli/commands/`, and its function. */
export type WorkName = `${string}#${string}`;

/**
 * The function that does the work of a command of each kind. It is loaded when the command runs, and gets the shell, each
 * argument, the values of the flags, and the command. It may depend on the flags.
 */
type Work<Name extends WorkName> = {
  readonly [Each in Kind]: { readonly [Own in Each]: Name | ((flags: never) => Name) } & {
    readonly [Other in Exclude<Kind, Each>]?: never;
  };
}[Kind];

/** A command as data: its line, its help, the man page and completion follow from it. */
export type DeclaredCommand<Name extends WorkName = WorkName> = Work<Name> & {
  readonly help: string;
  readonly args?: Arguments;
  readonly flags?: Flags;
  /**
   * `desk`: it takes the desk's settings, and works without those that are wrong, as the desk does. `login`: it may name a
   * profile that is nowhere yet.
   */
  readonly settings?: 'desk' | 'login';
  /** It is for completion scripts, not for people. */
  readonly isHidden?: true;
};

/** Commands with a common first word. */
export interface Group<Name extends WorkName = WorkName> {
  readonly help: string;
  readonly commands: Commands<Name>;
}

/** Commands and groups by their names, in the order of the help. */
export type Commands<Name extends WorkName = WorkName> = Readonly<Record<string, DeclaredCommand<Name> | Group<Name>>>;

type OwnFlags<Command> = Command extends { readonly flags: infer Own } ? ValuesOf<Own> : object;
type KindFlags<Command> = Command extends { readonly lists: unknown }
  ? ListingFlags
  : Command extends { readonly changes: unknown }
    ? ChangingFlags
    : Command extends { readonly reaches: unknown }
      ? CenterFlags
      : Command extends { readonly works: unknown }
        ? object
        : ValuesOf<typeof HERE>;

/** The values of a command's flags. */
export type FlagsGiven<Command> = OwnFlags<Command> & KindFlags<Command>;

/** The flags of a command: its own, then those of its kind. */
export function flagsOf(declared: DeclaredCommand): Flags {
  const [, ofKind] = Object.entries(flagsOfKind).find(([kind]) => kind in declared)!;
  return { ...declared.flags, ...ofKind };
}

/** The setting by which a command finds a database of this machine, if it works on one. */
export function databaseOf(declared: DeclaredCommand): ((shell: Shell) => string | undefined) | undefined {
  if (declared.ofMail) return ({ mail }) => mail?.database;
  return declared.here && (() => undefined);
}
