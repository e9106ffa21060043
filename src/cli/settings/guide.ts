import { flagWords } from './flags.ts';
import type { Setting, TableName } from './setting.ts';
import { keyOf, SETTINGS } from './table.ts';
import { take } from './takes.ts';

/** The tables of the file, in the order of the guides. */
export const TABLES: readonly TableName[] = ['', 'profiles.NAME', 'cache', 'center', 'mail', 'mail.mailbox'];

/** The settings for the guides: all of them, or those of the tables that `isShown` chooses by name. */
export function settingsTable(isShown: (table: TableName) => boolean = () => true): string {
  return [
    '| table | key | what | takes | without it | also |',
    '| --- | --- | --- | --- | --- | --- |',
    ...TABLES.filter(isShown).flatMap(table =>
      SETTINGS.filter(([, { tables }]) => tables.includes(table)).map(([name, setting]) => row(table, name, setting)),
    ),
  ].join('\n');
}

function row(table: TableName, name: string, setting: Setting): string {
  const { takes, help, isRequired, otherwise = isRequired ? 'it must be given' : '', variable, insteadOf } = setting;
  const read = take(takes, undefined);
  const also = [...flagWords(name, setting), variable, insteadOf].filter(word => word !== undefined);
  const cells = [
    table === '' ? '' : table === 'mail.mailbox' ? `\`[[${table}]]\`` : `\`[${table}]\``,
    `\`${keyOf(name, setting)}\``,
    help,
    'not' in read ? read.not : '',
    setting.default === undefined ? otherwise : setting.default.toLocaleString('en'),
    also.map(word => `\`${word}\``).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
