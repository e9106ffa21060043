import type { Argument, Command, Option } from 'commander';
import { ownOptions } from '../manual/command-tree.ts';
import { type ValueKind, valueKindOf } from './value-kinds.ts';

/** A word that the shell can offer, with a few words about it. */
export interface CompletionWord {
  readonly value: string;
  readonly help?: string;
}

/** The candidates at the cursor. */
export interface CompletionRequest {
  /** The typed part of it. */
  readonly typed: string;
  /** A word here is not a flag, even if it begins as one. */
  readonly isValue?: boolean;
  /** The words in the declarations of the commands. */
  readonly words: readonly CompletionWord[];
  /** The kind of values to look up. */
  readonly live?: ValueKind;
  /** The flags before it, by their names without the dashes. */
  readonly given: ReadonlyMap<string, string>;
}

/** Where the cursor is on the command line. */
interface Cursor {
  readonly command: Command;
  /** The flag whose value comes next. */
  readonly waiting?: Option;
  readonly arguments: number;
  /** After `--` nothing is a flag. */
  readonly isPlain: boolean;
  readonly given: Map<string, string>;
}

/** The candidates for the last word of a command line; `words` are those after the name of the program. */
export function askedOf(program: Command, words: readonly string[]): CompletionRequest {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? '';
  const start: Cursor = { command: program, arguments: 0, isPlain: false, given: new Map() };
  const cursor = before.reduce(after, start);
  const { command, waiting, isPlain, given } = cursor;
  const at = /^(--[^=]+)=(.*)$/s.exec(typed);
  const isFlag = typed.startsWith('-') && typed !== '-' && !isPlain;
  if (waiting && (waiting.required || !isFlag)) {
    return { typed, isValue: waiting.required, ...valuesOfOption(waiting), given };
  }
  if (at && !isPlain) {
    const option = findOption(command, at[1]!);
    return { typed: at[2]!, isValue: true, ...(option ? valuesOfOption(option) : { words: [] }), given };
  }
  if (isFlag) return { typed, words: flagsOf(command, given), given };
  return { typed, isValue: isPlain, ...positional(cursor, program), given };
}

function after(cursor: Cursor, word: string): Cursor {
  const { command, waiting, isPlain, given } = cursor;
  if (waiting?.long && (waiting.required || !word.startsWith('-'))) {
    given.set(waiting.long.slice(2), word);
    return { ...cursor, waiting: undefined };
  }
  const settled = { ...cursor, waiting: undefined };
  if (isPlain) return { ...settled, arguments: cursor.arguments + 1 };
  if (word === '--') return { ...settled, isPlain: true };
  if (word.startsWith('-') && word !== '-') return afterFlag(settled, word);
  const inner = cursor.arguments === 0 ? commandOf(command, word) : undefined;
  // `help mail` goes on as `mail` does.
  if (inner?.name() === 'help') return settled;
  return inner ? { ...settled, command: inner } : { ...settled, arguments: cursor.arguments + 1 };
}

function afterFlag(cursor: Cursor, word: string): Cursor {
  const [name = '', ...value] = word.split('=');
  const option = findOption(cursor.command, name);
  if (!option) return cursor;
  cursor.given.set((option.long ?? name).replace(/^-+/, ''), value.join('='));
  const takes = (option.required || option.optional) && value.length === 0;
  return takes ? { ...cursor, waiting: option } : cursor;
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => long === word || short === word);
}

function commandOf(command: Command, word: string): Command | undefined {
  return visible(command).find(inner => inner.name() === word || inner.aliases().includes(word));
}

/** The flags, without those that are given already; one with a value may be repeated. */
function flagsOf(command: Command, given: ReadonlyMap<string, string>): readonly CompletionWord[] {
  const help = { long: '--help', description: 'print this help', required: false };
  return [...ownOptions(command), help].flatMap(({ long, description, required }) =>
    !long || (given.has(long.slice(2)) && !required) ? [] : [{ value: long, help: description }],
  );
}

function valuesOfOption(option: Option): Pick<CompletionRequest, 'words' | 'live'> {
  const value = /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '';
  return valuesOf(option.argChoices, [value, option.long?.slice(2) ?? '']);
}

/** The candidates for an agent if none is possible too. */
const NOBODY: readonly CompletionWord[] = [
  { value: 'me', help: 'you' },
  { value: 'none', help: 'nobody' },
];

function valuesOf(
  choices: readonly string[] | undefined,
  names: readonly string[],
): Pick<CompletionRequest, 'words' | 'live'> {
  if (choices && choices.length > 0) return { words: choices.map(value => ({ value: String(value) })) };
  const live = valueKindOf(names);
  const words = names.includes('who') ? NOBODY : [];
  return live === undefined ? { words } : { words, live };
}

function positional({ command, arguments: nth }: Cursor, program: Command): Pick<CompletionRequest, 'words' | 'live'> {
  const inner = nth === 0 ? subcommands(command) : [];
  const own = command.registeredArguments;
  const last = own.at(-1);
  const argument: Argument | undefined = own[nth] ?? (last?.variadic ? last : undefined);
  if (!argument) return { words: inner };
  const values = valuesOf(argument.argChoices, argument.name().split(/[ |]+/));
  if (values.live === 'command') return { words: subcommands(program) };
  return { ...values, words: [...inner, ...values.words] };
}

function subcommands(command: Command): readonly CompletionWord[] {
  return visible(command).map(inner => ({ value: inner.name(), help: inner.description() }));
}

/** The commands in it, with `help`. */
function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}
