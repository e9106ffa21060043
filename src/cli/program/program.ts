import { Command, CommanderError } from 'commander';
import { nearest } from '../../text/nearest.ts';
import { safeBlock } from '../../text/safe.ts';
import { commandName } from '../command-name.ts';
import { EXAMPLES } from '../manual/examples.ts';
import { applySettings } from '../settings/apply.ts';
import { flagOption } from '../settings/flags.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';
import { versionText } from '../version.ts';
import { addAgents } from './agents.ts';
import { addApi } from './api.ts';
import { addContacts } from './contacts.ts';
import { addConversations } from './conversations.ts';
import { addDesk, addDeskFlags } from './desk.ts';
import { addDoctor } from './doctor.ts';
import { addEvents } from './events.ts';
import { firstWord, passFlagsOn } from './first-flags.ts';
import { addInboxes } from './inboxes.ts';
import { addIntake } from './intake.ts';
import { addKeys } from './keys.ts';
import { addMail } from './mail.ts';
import { addManual } from './manual.ts';
import { addNumbers } from './numbers.ts';
import { addReplies } from './replies.ts';
import { addRules } from './rules.ts';
import type { Run } from './run.ts';
import { addOpenApi, addServe } from './service.ts';
import { addSignIn } from './sign-in.ts';
import { addBackup, addCache, addCopy, addFiles, addJournal } from './storage.ts';
import { addTags, addTeams } from './tags.ts';

/** The commands, in the order of the help. The last ones describe all others, which are there before them. */
const GROUPS: readonly ((program: Command, run: Run) => void)[] = [
  (program, run) => addConversations(program.command('conversations').description('conversations, for scripts'), run),
  (program, run) => addContacts(program.command('contacts').description('customers, for scripts'), run),
  (program, run) => addTags(program.command('tags').description('tags, for scripts'), run),
  (program, run) => addReplies(program.command('replies').description('saved replies, for scripts'), run),
  (program, run) =>
    addRules(program.command('rules').description('the changes that are made when customers write'), run),
  addNumbers,
  addEvents,
  addApi,
  addServe,
  addSignIn,
  addIntake,
  (program, run) => addMail(program.command('mail').description('mail that comes in and goes out'), run),
  (program, run) => addAgents(program.command('agent').description('agents of the help center'), run),
  (program, run) => addInboxes(program.command('inbox').description('inboxes of the help center'), run),
  (program, run) => addTeams(program.command('team').description('teams of the help center'), run),
  (program, run) => addKeys(program.command('key').description('API keys of the help center'), run),
  addOpenApi,
  addBackup,
  addFiles,
  addCopy,
  addCache,
  addJournal,
  addDoctor,
  addManual,
];

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
  // The desk itself reports errors in the file, and continues.
  const kinds = new Map<Command, 'desk' | 'login'>([[program, 'desk']]);
  const onlyHere = new Map<Command, (shell: Shell) => string | undefined>();
  program.hook('preAction', async (_, command) => {
    passFlagsOn(program, command);
    await applySettings(shell, command, kinds.get(command) ?? 'command');
    const named = onlyHere.get(command);
    if (named) await (await import('../elsewhere/only-here.ts')).refuseElsewhere(shell, command, named(shell));
  });

  const run: Run = {
    shell,
    done,
    runs: (command, load) => {
      command.action(async (...given) => {
        const work = await load();
        // The last one is the command itself.
        done(await work(shell, ...(given.slice(0, -1) as never[])));
      });
    },
    worksHere: (command, named = () => undefined) => {
      onlyHere.set(command, named);
      return command.addOption(flagOption('database'));
    },
    worksAnyway: command => kinds.set(command, 'desk'),
    mayNameProfile: command => kinds.set(command, 'login'),
  };
  addDeskFlags(program);
  const word = args && firstWord(program, args);
  if (args === undefined || word !== undefined || asksForHelp(args)) addCommands(program, run, word);
  // Last: a command inherits from the program, and only the program may accept unknown words.
  addDesk(program, run, unknown => refuse(program, unknown));
  pointToHelp(program);
  return program;
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

/** All of them, or those up to the one that is meant. */
function addCommands(program: Command, run: Run, meant: string | undefined) {
  for (const add of GROUPS) {
    if (program.commands.some(command => command.name() === meant)) return;
    add(program, run);
  }
}

/** The exit code after commander ended the program: help and version are not errors. */
export function usageCode(error: unknown): number | undefined {
  return error instanceof CommanderError ? (error.exitCode === 0 ? exitCode.done : exitCode.usage) : undefined;
}
