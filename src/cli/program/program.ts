import { Command, CommanderError } from 'commander';
import { nearest } from '../../text/nearest.ts';
import { safeBlock } from '../../text/safe.ts';
import { commandName } from '../command-name.ts';
import { type Commands, type DeclaredCommand, databaseOf, flagsOf } from '../declared/command.ts';
import { commands } from '../declared/commands.ts';
import { type DeskFlags, deskFlags } from '../declared/desk.ts';
import { withArguments, withFlags } from '../declared/flag.ts';
import { manual } from '../declared/manual.ts';
import { whyLines } from '../desk/why-lines.ts';
import { EXAMPLES } from '../manual/examples.ts';
import { applySettings } from '../settings/apply.ts';
import { addFlags } from '../settings/flags.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';
import { versionText } from '../version.ts';
import { type KnownWork, loadWork, workOf } from './work.ts';

type Take = (command: Command, declared: DeclaredCommand<KnownWork>) => void;

/**
 * The shell's commands and flags. Each command's code is loaded when it runs, so that `--version` loads nothing. With the
 * arguments of a start, only the commands are made that it may need: none for the desk.
 */
export function createProgram(shell: Shell, done: (code: number) => void, args?: readonly string[]): Command {
  const program = new Command('frontdesk')
    .description('The help-center inbox in a terminal: triage conversations by keys alone, over any link.')
    .version(versionText(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: text => shell.stdout.write(text),
      writeErr: text => shell.stderr.write(safeBlock(text)),
      outputError: (text, write) => write(text.replace(/^error:/, 'frontdesk:')),
    })
    .helpCommand(true)
    .enablePositionalOptions();
  const all = new Map<Command, DeclaredCommand<KnownWork>>();
  program.hook('preAction', async (_, command) => {
    passFlagsOn(program, command);
    const declared = all.get(command);
    // The desk itself reports errors in the file, and continues.
    await applySettings(shell, command, declared ? (declared.settings ?? 'command') : 'desk');
    const named = declared && databaseOf(declared);
    if (named) await (await import('./only-here.ts')).refuseElsewhere(shell, command, named(shell));
  });
  const take: Take = (command, declared) => {
    all.set(command, declared);
    command.action(async (...given: unknown[]) => {
      const work = await loadWork(workOf(declared, given.at(-2)));
      done(await work(shell, ...given));
    });
  };
  withFlags(addFlags(program), deskFlags);
  const word = args && firstWord(program, args);
  if (args === undefined || word !== undefined || asksForHelp(args))
    for (const [name, one] of Object.entries<Commands<KnownWork>[string]>(commands)) {
      addCommand(program, name, one, take);
      if (name === word && !(name in manual)) break;
    }
  // Last: a command inherits from the program, and only the program may accept unknown words.
  program.allowExcessArguments().action(async (flags: DeskFlags, command: Command) => {
    const [unknown] = command.args;
    if (unknown !== undefined) refuse(program, unknown);
    const why = whyLines({ plain: flags.plain, source: command.getOptionValueSource('plain') }, shell);
    // A desk in lines loads nothing of the screen.
    const work = await loadWork(why === undefined ? 'desk#runDesk' : 'lines#runLines');
    done(await work(shell, flags, why));
  });
  pointToHelp(program);
  return program;
}

/** Adds a command, or a group with all that is in it. `take` gets each command that does something. */
function addCommand(parent: Command, name: string, declared: Commands<KnownWork>[string], take: Take): void {
  const isHidden = 'isHidden' in declared;
  const command = parent.command(name, { hidden: isHidden }).description(declared.help);
  if ('commands' in declared) {
    for (const [own, one] of Object.entries(declared.commands)) addCommand(command, own, one, take);
    return;
  }
  if (isHidden) command.helpOption(false);
  take(withFlags(withArguments(command, declared.args ?? {}), flagsOf(declared)), declared);
}

/** Ends the program, because a command has no such command in it. */
function refuse(command: Command, unknown: string): never {
  const meant = nearest(
    unknown,
    command.commands.map(one => one.name()),
  );
  command.error(`error: there is no command ${unknown}${meant === undefined ? '' : `: did you mean ${meant}?`}`);
}

/** `help mail check` as `mail check --help`: commander takes one word after `help`, and any one. */
export function withHelp(program: Command, args: readonly string[]): readonly string[] {
  const [first, ...named] = args;
  if (first !== 'help' || named.length === 0) return args;
  let command = program;
  for (const word of named)
    command =
      command.commands.find(one => one.name() === word || one.aliases().includes(word)) ?? refuse(command, word);
  return [...named, '--help'];
}

const MAX_EXAMPLES = 4;

/** Errors name the help of their own command; that ends with the examples in which the command is. */
function pointToHelp(command: Command): void {
  const name = commandName(command);
  command.showHelpAfterError(`${name} --help shows what there is.`);
  const all = EXAMPLES.flatMap(([, ...lines]) => lines.filter(line => line.includes(`${name} `)));
  const lines = all.slice(0, MAX_EXAMPLES).map(line => `\n  ${line}`);
  if (lines.length > 0) command.addHelpText('after', `\nExamples:${lines.join('')}`);
  for (const one of command.commands) pointToHelp(one);
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('-h') || args.includes('--help');
}

/** The exit code after commander ended the program: help and version are not errors. */
export function usageCode(error: unknown): number | undefined {
  return error instanceof CommanderError ? (error.exitCode === 0 ? exitCode.done : exitCode.usage) : undefined;
}

/** The first argument that is not a flag of the program or a flag's value; undefined if all are. */
function firstWord({ options }: Command, args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) return arg;
    if (options.find(({ long, short }) => arg === long || arg === short)?.required) at += 1;
  }
  return undefined;
}

/**
 * The flags before a command's name count as if they stood behind it. One that the command does not take ends it: the
 * work would be done in another place than the user thinks.
 */
function passFlagsOn(program: Command, command: Command): void {
  if (command === program) return;
  for (const option of program.options) {
    const name = option.attributeName();
    if (program.getOptionValueSource(name) !== 'cli') continue;
    if (!command.options.some(other => other.attributeName() === name))
      command.error(`error: ${command.name()} takes no ${option.long}, which is a flag of the desk`);
    if (command.getOptionValueSource(name) !== 'cli')
      command.setOptionValueWithSource(name, program.getOptionValue(name), 'cli');
  }
}
