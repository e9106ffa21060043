import type { Command, Option } from 'commander';
import type { AnyAction } from '../../keys/action.ts';
import { actsOn, keyLabel, keySections } from '../../keys/help.ts';
import { keysOf } from '../../keys/keymap.ts';
import { boundOf } from '../desk/desk-options.ts';
import { headOf, settingsOf, TABLES } from '../settings/guide.ts';
import type { Setting, TableName } from '../settings/setting.ts';
import { type SETTINGS, settingsFileKey } from '../settings/table.ts';
import { takeValue } from '../settings/takes.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';
import { commandsOf, type Described, ownOptions, usageOf } from './command-tree.ts';
import { environmentOf } from './environment.ts';
import { EXAMPLES } from './examples.ts';
import { bold, commandRoff, entry, italic, roffText, section, subsection, verbatim } from './roff.ts';
import { DESCRIPTION, EXIT_STATUS, LINE_MODE, PROGRAM_FILES } from './texts.ts';

/** `frontdesk man`: the man page, with the keys as they are now. */
export function printPage(shell: Shell, _: object, { parent }: Command): number {
  shell.stdout.write(manPage(parent!, boundOf(shell).actions));
  return exitCode.done;
}

/** The man page of all commands and of these actions, as roff. */
export function manPage(program: Command, actions: readonly AnyAction[]): string {
  const commands = commandsOf(program);
  const common = commonOptions(program, commands);
  return [
    heading(program),
    section('NAME', roffText(`${program.name()} - ${nameLine(program)}`)),
    synopsis(program, commands),
    section('DESCRIPTION', paragraphs([program.description(), ...DESCRIPTION])),
    section('COMMANDS', ...commands.map(described => commandEntry(described, common))),
    optionsSection(program, common),
    keysSection(actions),
    section('LINE MODE', paragraphs(LINE_MODE)),
    settingsSection(),
    section('FILES', ...PROGRAM_FILES.map(([path, help]) => entry(bold(path), roffText(help)))),
    section('ENVIRONMENT', ...environmentOf(program).map(({ name, help }) => entry(bold(name), roffText(help)))),
    exitStatus(),
    examples(),
    '',
  ].join('\n');
}

function paragraphs(texts: readonly string[]): string {
  return texts.map(roffText).join('\n.PP\n');
}

function nameLine(program: Command): string {
  const [first = ''] = program.description().split(':');
  return `${first[0]!.toLowerCase()}${first.slice(1)}`;
}

function heading(program: Command): string {
  const version = program.version() ?? '';
  // The day of the commit that was built.
  const day = /\d{4}-\d\d-\d\d/.exec(version)?.[0] ?? '';
  return `.TH ${program.name().toUpperCase()} 1 "${day}" "${program.name()} ${version}" "User Commands"\n${PLAINLY}`;
}

/** No word is divided and no line is stretched: names of flags stay as they are typed. */
const PLAINLY = '.nh\n.ad l';

function synopsis(program: Command, commands: readonly Described[]): string {
  const groups = [...new Set(commands.map(({ words }) => words.split(' ').slice(0, 2).join(' ')))];
  const lines = groups.map(words => {
    const one = commands.find(command => command.words === words);
    return `.br\n${commandRoff(`${words} ${one ? usageOf(one) : '<command>'}`.trim())}`;
  });
  return section('SYNOPSIS', commandRoff(`${program.name()} [options]`), ...lines);
}

/** An option of this many commands is explained once. */
const MANY = 3;

/** The options of the desk, and those that many commands have, by what identifies them. */
function commonOptions(program: Command, commands: readonly Described[]): ReadonlyMap<string, Option> {
  const own = ownOptions(program).map(option => [identityOf(option), option] as const);
  const all = Map.groupBy(
    commands.flatMap(({ options }) => options),
    identityOf,
  );
  const many = [...all]
    .filter(([, options]) => options.length >= MANY)
    .map(([id, options]) => [id, options[0]!] as const);
  return new Map([...own, ...many.filter(([id]) => !own.some(([other]) => other === id))]);
}

/** Options of two commands that are explained alike. */
function identityOf({ flags, description }: Option): string {
  return `${flags}\n${description}`;
}

function commandEntry(described: Described, common: ReadonlyMap<string, Option>): string {
  const { words, command, options } = described;
  const args = command.registeredArguments.filter(({ description, argChoices }) => description || argChoices);
  const shared = options
    .filter(option => common.has(identityOf(option)))
    .map(({ long, short }) => bold((long ?? short)!));
  const help = command.createHelp();
  return [
    subsection(`${words} ${usageOf(described)}`.trim(), sentence(command.description())),
    ...args.map(argument => entry(italic(argument.name()), sentence(help.argumentDescription(argument)))),
    ...options.filter(option => !common.has(identityOf(option))).map(option => optionEntry(option, command)),
    ...(shared.length > 0 ? ['.PP', `See OPTIONS for ${shared.join(', ')}.`] : []),
  ].join('\n');
}

function optionEntry(option: Option, command: Command): string {
  const help = command.createHelp();
  return entry(commandRoff(help.optionTerm(option)), sentence(help.optionDescription(option)));
}

/** Help lines are written in lower case and without a full stop. */
function sentence(text: string): string {
  if (text === '') return roffText(text);
  const begun = `${text[0]!.toUpperCase()}${text.slice(1)}`.replaceAll('`', '');
  return roffText(/[.)…]$/.test(begun) ? begun : `${begun}.`);
}

function optionsSection(program: Command, common: ReadonlyMap<string, Option>): string {
  return section(
    'OPTIONS',
    roffText('Of the desk, and of the commands that name them.'),
    ...[...common.values()].map(option => optionEntry(option, program)),
  );
}

function keysSection(actions: readonly AnyAction[]): string {
  const parts = keySections(actions).map(({ scope, title, actions: own }) => {
    const note = actsOn(scope);
    return subsection(title, ...(note === undefined ? [] : [roffText(note)]), ...own.map(keyEntry));
  });
  return section(
    'KEYS',
    roffText('A name such as conversation.archive is the action’s own: frontdesk keys --json lists all of them.'),
    ...parts,
  );
}

function keyEntry(action: AnyAction): string {
  const { title, help, id } = action;
  const keys = keysOf(action);
  const term = keys.length === 0 ? '(palette)' : keys.map(key => bold(keyLabel(key))).join(', ');
  return entry(term, `${roffText(`${title}: ${help}`)} (${italic(id)}).`);
}

function exitStatus(): string {
  const codes = Object.entries(exitCode) as [keyof typeof exitCode, number][];
  return section(
    'EXIT STATUS',
    ...codes.map(([name, code]) => entry(bold(String(code)), roffText(EXIT_STATUS[name]))),
    '.PP',
    roffText('A desk that a signal ends exits with 128 and the number of the signal.'),
  );
}

function examples(): string {
  const parts = EXAMPLES.map(([what, ...lines]) => [roffText(what), verbatim(lines)].join('\n'));
  return section('EXAMPLES', parts.join('\n.PP\n'));
}

/** Every setting of the file, by its table. */
function settingsSection(): string {
  const tables = TABLES.filter(table => settingsOf(table).length > 0);
  return section(
    'SETTINGS',
    roffText('Flags win over the environment, and the environment over the settings file, which is TOML.'),
    ...tables.map(table => subsection(titleOf(table), ...settingsOf(table).map(settingEntry))),
  );
}

function titleOf(table: TableName): string {
  return table === '' ? 'At the top of the file' : headOf(table);
}

function settingEntry([name, setting]: (typeof SETTINGS)[number]): string {
  return entry(bold(settingsFileKey(name, setting)), roffText(sentenceOf(setting)));
}

/** It goes without saying. */
const ANY_TEXT = 'text that is not empty';

function sentenceOf(setting: Setting): string {
  const { help, takes, isRequired } = setting;
  const read = takeValue(takes, undefined);
  const otherwise = setting.default ?? setting.otherwise ?? (isRequired ? 'it must be given' : undefined);
  const parts = [
    `${help[0]!.toUpperCase()}${help.slice(1).replaceAll('`', '')}`,
    ...('not' in read && read.not !== ANY_TEXT ? [`It must be ${read.not}`] : []),
    ...(otherwise === undefined ? [] : [`Without it: ${otherwise}`]),
    ...setting.tables.slice(1).map(table => `Also in ${headOf(table)}, which then counts`),
  ];
  return parts.map(part => (part.endsWith('…') ? part : `${part}.`)).join(' ');
}
