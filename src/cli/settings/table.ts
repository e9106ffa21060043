import type * as v from 'valibot';
import type { CenterSettings } from '../../center/model/settings.ts';
import { AFTER_SENDING } from '../../state/world/answering.ts';
import { SPEAKS } from '../../state/world/speak.ts';
import { BELLS } from '../../terminal/passed-through.ts';
import { cacheTable } from './cache-table.ts';
import { centerTable } from './center-table.ts';
import { commandsTable } from './commands-table.ts';
import { mailTable } from './mail-table.ts';
import type { CheckedSetting, DeclaredSetting, Setting, TableName } from './setting.ts';
import { oneOfThese, oneOfWords, searchCommand, textValue, wholeNumberValue, yesOrNo } from './takes.ts';

/** The possible values for the link. */
const LINKS = ['auto', 'fast', 'slow'] as const;

/** The possible places of the detail. */
const LAYOUTS = ['auto', 'beside', 'stacked'] as const;

/** Every setting, in the order of `--help` and of the guides. */
export const allSettings = {
  profile: {
    tables: [''],
    takes: textValue(),
    help: 'the profile whose settings and sign-in count first',
    otherwise: 'none',
    flag: 'name',
    variable: 'FRONTDESK_PROFILE',
    isForCommands: true,
  },
  url: {
    takes: textValue(),
    help: 'the help center elsewhere that the desk works on',
    otherwise: 'the embedded one',
    flag: 'url',
    variable: 'FRONTDESK_URL',
    isForCommands: true,
    place: 'chooses',
  },
  token_file: {
    takes: textValue(),
    help: 'where its token is kept (mode 0600)',
    insteadOf: 'FRONTDESK_TOKEN',
    flag: 'file',
    isForCommands: true,
    place: 'chooses',
    isPath: true,
  },
  token_command: {
    takes: textValue(),
    help: 'a command for `/bin/sh` that prints its token as its first line; instead of `token_file`',
    insteadOf: 'FRONTDESK_TOKEN',
    flag: 'command',
    isForCommands: true,
    place: 'chooses',
  },
  connect_command: {
    takes: textValue(),
    help: 'a command for `/bin/sh` that reaches an ssh:// help center in place of `ssh`, such as through `kubectl exec`',
    otherwise: '`ssh`',
    isForCommands: true,
    flag: 'command',
    place: 'belongs',
  },
  insecure: {
    takes: yesOrNo(),
    help: 'let it be plain HTTP on another machine',
    flag: '',
    isForCommands: true,
    place: 'belongs',
  },
  ca_file: {
    takes: textValue(),
    help: 'a file (PEM) with further authorities for the certificates of help center, mailboxes and relay',
    otherwise: 'those of the system and of NODE_EXTRA_CA_CERTS',
    flag: 'file',
    isForCommands: true,
    isPath: true,
  },
  database: {
    tables: [''],
    takes: textValue(),
    help: 'the help center’s file, or postgres://…',
    flag: 'database',
    variable: 'FRONTDESK_DATABASE',
    isForCommands: true,
    place: 'chooses',
    isPath: true,
  },
  read_only: {
    takes: yesOrNo(),
    help: 'change nothing at the help center and send nothing that is kept',
    flag: '',
    isForCommands: true,
  },
  link: {
    takes: oneOfWords(LINKS),
    help: 'how fast to assume the link is',
    default: 'auto',
    flag: 'kind',
  },
  layout: {
    takes: oneOfWords(LAYOUTS),
    help: 'where the detail is: beside the list, or stacked below it; `auto`: beside on a wide screen and a fast link',
    default: 'auto',
    flag: 'kind',
  },
  plain: {
    takes: yesOrNo(),
    help: 'lines instead of a screen, for braille, speech and dumb terminals',
    flag: '',
    noFlag: 'the screen, despite ACCESSIBLE and the settings file',
    variable: 'ACCESSIBLE',
  },
  speak: {
    takes: oneOfWords(SPEAKS),
    help: 'how much line mode says; `speak full` in it changes that',
    default: 'usual',
    flag: 'much',
  },
  ascii: {
    takes: yesOrNo(),
    help: 'draw with ASCII signs only',
    otherwise: 'as the locale says',
    flag: '',
    noFlag: 'draw with all signs, in any locale',
  },
  ambiguous: {
    takes: oneOfThese(['auto', 1, 2]),
    help: 'the columns of signs such as ● or …, which are 2 in some East Asian terminals',
    default: 'auto',
    flag: 'columns',
  },
  after_reply: {
    takes: textValue(),
    help: 'the status that `send and close` sets after a reply',
    default: 'closed',
    flag: 'status',
    isForCommands: true,
  },
  after_sending: {
    takes: oneOfWords(AFTER_SENDING),
    help: 'where the desk goes after a reply: nowhere, to the next conversation of the list, or to the list',
    default: 'stay',
    flag: 'place',
  },
  assign_on_reply: {
    takes: yesOrNo(),
    help: 'assign a conversation that nobody has to you when you answer it',
    flag: '',
    isForCommands: true,
  },
  presence: {
    takes: oneOfWords(['on', 'off']),
    help: 'whether other agents see which conversation you answer or read, and you see theirs',
    default: 'on',
    flag: 'kind',
  },
  bell: {
    takes: oneOfWords(BELLS),
    help: 'how the desk rings for mail; `osc9`, `osc99`, `osc777`: the notifications of iTerm2, kitty, foot and others',
    default: 'bell',
    flag: 'kind',
  },
  due_bell: {
    takes: wholeNumberValue(0, 1_440),
    help: 'minutes before an answer is due at which the bell rings, if it is yours or anybody’s in an inbox with your bell; 0: never',
    default: 10,
    flag: 'minutes',
  },
  open_command: {
    takes: textValue(),
    help: 'the program that opens a link, which is its only argument',
    otherwise: 'none: the link is shown',
    flag: 'program',
  },
  open_attachment: {
    takes: textValue(),
    help: 'the program that opens an attachment, whose path is its only argument',
    otherwise: 'none: texts are shown, others saved',
    flag: 'program',
  },
  address_book_command: {
    takes: searchCommand(),
    help: 'the command that finds people for To, Cc and Bcc, as in aerc: `%s` stands for the typed text; each line that it prints is an address, a tab and a name',
    otherwise: 'none: only contacts are offered',
    flag: 'command',
  },
  ...cacheTable,
  ...centerTable,
  ...mailTable,
  ...commandsTable,
} as const satisfies Readonly<Record<string, DeclaredSetting<CheckedSetting>>>;

/** The tables of a setting that names none: a profile may say it as well. */
const TOP_AND_PROFILES: readonly TableName[] = ['', 'profiles.NAME'];

type Settings = typeof allSettings;
/** The name of a setting in the file. */
export type SettingName = keyof Settings;
type ValueOf<Name extends SettingName> = v.InferOutput<Settings[Name]['takes']>;
type NamesWith<Part> = { [Name in SettingName]: Settings[Name] extends Part ? Name : never }[SettingName];
type FlagOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FlagOf<Rest>>}`
  : Name;

/** The settings file's values for the center. */
export type CenterTold = ToldIn<'center'>;

type KeyOf<Name extends SettingName> = Settings[Name] extends { readonly key: infer Key extends string } ? Key : Name;
type ToldIn<Table extends TableName> = {
  readonly [Name in NamesWith<{ readonly tables: readonly [Table] }> as KeyOf<Name>]?: ValueOf<Name>;
};
type MailboxSettings = ToldIn<'mail.mailbox'>;

/** A mailbox of the settings file. */
export type MailboxTold = MailboxSettings & Required<Pick<MailboxSettings, 'url'>>;

/** The settings file's values for mail. */
export type MailTold = ToldIn<'mail'> & { readonly mailboxes: readonly MailboxTold[] };

/** A command of the agent's, as the settings file names it. */
export type CommandTold = Required<Omit<ToldIn<'commands'>, 'key'>> & Pick<ToldIn<'commands'>, 'key'>;

/** The name of a setting that is a flag. */
export type FlagName = NamesWith<{ readonly flag: string }>;
/** The desk's settings from flags, variables, the file and the defaults, by flag. */
export type DeskTold = {
  readonly [Name in FlagName as FlagOf<Name>]?: ValueOf<Name>;
} & {
  readonly [Name in Extract<FlagName, NamesWith<{ readonly default: unknown }>> as FlagOf<Name>]: ValueOf<Name>;
};

/** Every setting by its name, without its types. */
export const SETTINGS = Object.entries<DeclaredSetting<Setting>>(allSettings).map(
  ([name, setting]) => [name as SettingName, { tables: TOP_AND_PROFILES, ...setting }] as const,
) satisfies readonly (readonly [SettingName, Setting])[];

/** A setting's name in the file. */
export function settingsFileKey(name: string, { key = name }: Setting): string {
  return key;
}

/** The name of a setting's flag in the code, as commander derives it from `--token-file`. */
export function flagName(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The file's values for the center, as fields of its settings. */
export function centerSettings(told: CenterTold): Partial<CenterSettings> {
  const values: Readonly<Partial<Record<SettingName, unknown>>> = told;
  return Object.fromEntries(
    SETTINGS.flatMap(([name, { field }]) => {
      const value = values[name];
      return field === undefined || value === undefined ? [] : [[field, value]];
    }),
  );
}
