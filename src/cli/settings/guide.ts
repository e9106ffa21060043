import { flagWords } from './flags.ts';
import type { Setting, TableName } from './setting.ts';
import { SETTINGS, settingsFileKey } from './table.ts';
import { takeValue } from './takes.ts';

/** The tables of the file, in the order of the guides. */
export const TABLES: readonly TableName[] = [
  '',
  'profiles.NAME',
  'cache',
  'center',
  'mail',
  'mail.mailbox',
  'commands',
];

/** The settings for the guides. */
export function settingsTable(): string {
  return [
    '| table | key | what | takes | without it | also |',
    '| --- | --- | --- | --- | --- | --- |',
    ...TABLES.flatMap(table => settingsOf(table).map(([name, setting]) => row(name, setting))),
  ].join('\n');
}

/** The settings of a table of the file; those that a profile shares with the top of the file are listed there. */
export function settingsOf(table: TableName): typeof SETTINGS {
  return SETTINGS.filter(([, { tables }]) => tables[0] === table);
}

/** A table of the file as it is written there. */
export function headOf(table: TableName): string {
  return table === 'mail.mailbox' || table === 'commands' ? `[[${table}]]` : `[${table}]`;
}

function row(name: string, setting: Setting): string {
  const { takes, help, isRequired, otherwise = isRequired ? 'it must be given' : '', variable, insteadOf } = setting;
  const read = takeValue(takes, undefined);
  const also = [...flagWords(name, setting), variable, insteadOf].filter(word => word !== undefined);
  const cells = [
    setting.tables.map(table => (table === '' ? 'top' : `\`${headOf(table)}\``)).join(', '),
    `\`${settingsFileKey(name, setting)}\``,
    help,
    'not' in read ? read.not : '',
    setting.default === undefined ? otherwise : setting.default.toLocaleString('en'),
    also.map(word => `\`${word}\``).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
