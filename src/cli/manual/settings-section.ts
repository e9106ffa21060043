import { headOf, settingsOf, TABLES } from '../settings/guide.ts';
import type { Setting, TableName } from '../settings/setting.ts';
import { type SETTINGS, settingsFileKey } from '../settings/table.ts';
import { takeValue } from '../settings/takes.ts';
import { bold, entry, roffText, section, subsection } from './roff.ts';

/** Every setting of the file, by its table. */
export function settingsSection(): string {
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
