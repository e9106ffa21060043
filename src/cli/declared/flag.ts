import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { flagOption } from '../settings/flags.ts';
import type { DeskTold, FlagName } from '../settings/table.ts';

/** How a word of a command line is read: its help, and all that is unusual. */
interface Reading {
  readonly help: string;
  readonly choices?: readonly string[];
  /** Reads a typed value; `before` is the value so far, if it may be given more than once. */
  readonly parse?: (typed: string, before: never) => unknown;
}

/** A flag whose help alone does not describe it. */
interface FlagData extends Reading {
  readonly default?: unknown;
  readonly isRequired?: true;
  /** The value of a flag that is given without its optional value. */
  readonly preset?: string;
  readonly conflicts?: string | string[];
}

/** The flag of a setting, which describes it: its words in the record are the name of the setting. */
interface SettingFlag {
  readonly isSetting: true;
  /** The heading in the help. */
  readonly group?: string;
}

/** The flags of a command, by their words as commander reads them: `--limit <n>`. A text is the help of one. */
export type Flags = Readonly<Record<string, string | FlagData | SettingFlag>>;

/** The arguments of a command, by their words in their order: `<id...>`. In place of all: their words alone. */
export type Arguments = string | Readonly<Record<string, string | Reading>>;

type Camel<Words extends string> = Words extends `${infer First}${'-' | '_'}${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words;
type Bare<Words> = Words extends `--no-${infer Name}` ? Name : Words extends `--${infer Name}` ? Name : Words;
type NameOf<Words> = Bare<Words> extends `${infer Name} ${string}` ? Camel<Name> : Camel<Bare<Words> & string>;

type ValueOf<Words, Flag> = Flag extends SettingFlag
  ? DeskTold[NameOf<Words> & keyof DeskTold]
  : Flag extends { readonly parse: (...typed: never[]) => infer Value }
    ? Value
    : Flag extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Words extends `--no-${string}`
        ? false
        : Words extends `${string}<${string}`
          ? string
          : Words extends `${string}[${string}`
            ? string | true
            : boolean;

/** Whether a flag always has a value. */
type IsGiven<Words, Flag> = Flag extends SettingFlag
  ? undefined extends ValueOf<Words, Flag>
    ? false
    : true
  : Flag extends { readonly isRequired: true } | { readonly default: unknown }
    ? true
    : Words extends `--no-${string}`
      ? true
      : false;

/** Of `--port` and `--no-port`, which have one name, each has its own value. */
type ValueAt<All, Words> = Words extends keyof All ? ValueOf<Words, All[Words]> : never;

/** The values of flags, by their names in the code. */
export type ValuesOf<All> = {
  readonly [Words in keyof All as IsGiven<Words, All[Words]> extends true ? NameOf<Words> : never]: ValueAt<All, Words>;
} & {
  readonly [Words in keyof All as IsGiven<Words, All[Words]> extends true ? never : NameOf<Words>]?: ValueAt<
    All,
    Words
  >;
};

/** The flag of a setting. */
export const SETTING = { isSetting: true } as const;

/** A flag that may be given more than once. */
export function repeatable<const More extends { readonly isRequired?: true }>(help: string, more?: More) {
  const parse = (typed: string, before: readonly string[] = []): readonly string[] => [...before, typed];
  return { help, parse, ...more } as { readonly help: string; readonly parse: typeof parse } & More;
}

/** The most that an id can be. */
export const MAX_ID = 999_999_999_999_999;

/** Reads a whole number from `least` to `most`, both included, as an argument or the value of a flag. */
export function wholeNumber(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** Adds flags to a command. */
export function withFlags(command: Command, flags: Flags): Command {
  for (const [words, flag] of Object.entries(flags)) command.addOption(commandOption(words, flag));
  return command;
}

function commandOption(words: string, flag: Flags[string]): Option {
  if (typeof flag === 'string') return new Option(words, flag);
  if ('isSetting' in flag) {
    const option = flagOption(words as FlagName);
    return flag.group === undefined ? option : option.helpGroup(flag.group);
  }
  const option = new Option(words, flag.help).makeOptionMandatory(flag.isRequired ?? false);
  if (flag.default !== undefined) option.default(flag.default);
  if (flag.preset !== undefined) option.preset(flag.preset);
  if (flag.conflicts !== undefined) option.conflicts(flag.conflicts);
  return readAs(option, flag);
}

/** Adds arguments to a command. */
export function withArguments(command: Command, all: Arguments): Command {
  if (typeof all === 'string') return command.arguments(all);
  for (const [words, given] of Object.entries(all)) {
    const { help, ...reading } = typeof given === 'string' ? { help: given } : given;
    command.addArgument(readAs(new Argument(words, help), reading));
  }
  return command;
}

function readAs<Word extends Option | Argument>(word: Word, { choices, parse }: Omit<Reading, 'help'>): Word {
  if (choices) word.choices([...choices]);
  if (parse) word.argParser(parse as (typed: string, before: unknown) => unknown);
  return word;
}
