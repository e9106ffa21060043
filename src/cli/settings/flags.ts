import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DeclaredSetting, Setting } from './setting.ts';
import { allSettings, type FlagName, SETTINGS } from './table.ts';
import { type Takes, takeValue } from './takes.ts';

/** The flags of a setting as typed: `--token-file`. None if only the file has the setting. */
export function flagWords(name: string, { flag, noFlag }: DeclaredSetting<Setting>): readonly string[] {
  const word = name.replaceAll('_', '-');
  if (flag === undefined) return [];
  return noFlag === undefined ? [`--${word}`] : [`--${word}`, `--no-${word}`];
}

/** Adds the flags of every setting to a command. */
export function addFlags(command: Command): Command {
  for (const [name, setting] of SETTINGS) {
    const [yes, no] = flagWords(name, setting);
    if (yes !== undefined) command.addOption(settingOption(yes, setting));
    if (no !== undefined) command.option(no, setting.noFlag);
  }
  return command;
}

/** The flag of one setting. */
export function flagOption(name: FlagName): Option {
  const [word] = flagWords(name, allSettings[name]);
  return settingOption(word!, allSettings[name]);
}

function settingOption(word: string, setting: DeclaredSetting<Setting>): Option {
  const { flag, takes, help, variable, otherwise, insteadOf } = setting;
  const more = [
    ...(otherwise === undefined ? [] : [`; without it: ${otherwise}`]),
    ...(insteadOf === undefined ? [] : [`; or ${insteadOf}`]),
  ];
  const option = new Option(flag === '' ? word : `${word} <${flag}>`, [help, ...more].join(''));
  if (variable !== undefined && !(flag === '' && isOff(variable))) option.env(variable);
  if (setting.default !== undefined) option.default(setting.default);
  if ('options' in takes && Array.isArray(takes.options)) option.choices(takes.options);
  else if (flag !== '' && 'not' in takeValue(takes, word)) option.argParser(parserOf(takes));
  return option;
}

/** Commander takes any value of a variable as a yes. */
function isOff(variable: string): boolean {
  return /^0?$/.test(process.env[variable] ?? 'not set');
}

/** Reads typed text: text that looks like a number is passed as a number. */
function parserOf(takes: Takes<unknown>) {
  return (typed: string) => {
    const read = takeValue(takes, /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed);
    if ('not' in read) throw new InvalidArgumentError(`It must be ${read.not}.`);
    return read.value;
  };
}
