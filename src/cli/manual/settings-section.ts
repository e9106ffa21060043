import { TABLES } from '../settings/guide.ts';
import type { Setting, TableName } from '../settings/setting.ts';
import { keyOf, SETTINGS } from '../settings/table.ts';
import { take } from '../settings/takes.ts';
import { bold, entry, roffText, section, subsection } from './roff.ts';

/** Every setting of the file, by its table. */
export function settingsSection(): string {
  return section(
    'SETTINGS',
    roffText('Flags win over the environment, and the environment over the settings file, which is TOML.'),
    ...TABLES.map(table => subsection(titleOf(table), ...ownSettings(table))),
  );
}

function titleOf(table: TableName): string {
  if (table === '') return 'At the top of the file';
  return table === 'mail.mailbox' ? `[[${table}]]` : `[${table}]`;
}

function ownSettings(table: TableName): readonly string[] {
  return SETTINGS.filter(([, { tables }]) => tables.includes(table)).map(([name, setting]) =>
    entry(bold(keyOf(name, setting)), roffText(sentenceOf(setting))),
  );
}

function sentenceOf(setting: Setting): string {
  const { help, takes, isRequired } = setting;
  const read = take(takes, undefined);
  const otherwise = setting.default ?? setting.otherwise ?? (isRequired ? 'it must be given' : undefined);
  const parts = [
    `${help[0]!.toUpperCase()}${help.slice(1).replaceAll('`', '')}`,
    ...('not' in read ? [`It must be ${read.not}`] : []),
    ...(otherwise === undefined ? [] : [`Without it: ${otherwise}`]),
  ];
  return parts.map(part => `${part}.`).join(' ');
}
