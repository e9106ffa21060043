import type * as v from 'valibot';
import { type CenterSettings, defaultSettings } from '../../center/model/settings.ts';
import { networks, oneOf, type Takes, text, wholeNumber, yesOrNo } from './takes.ts';

/** A table of the settings file. The empty name is the top of the file; each profile has the same settings. */
export type TableName = '' | 'profiles.NAME' | 'center';

/**
 * One thing that can be set. Reading, errors, `--help`, the tables of the guides and what the desk and the center get
 * are made from it. `-` and `_` are one in its name: `token_file` is `--token-file`, and `tokenFile` in the code.
 */
export interface Setting {
  /** Where it may stand in the file. */
  readonly tables: readonly TableName[];
  readonly takes: Takes<unknown>;
  /** What it is, in a few words without a full stop: for `--help` and the guides. */
  readonly help: string;
  /** What holds if nobody says anything. */
  readonly default?: string | number;
  /** The same in words, if it is no value: `beside the database`. */
  readonly otherwise?: string;
  /** It is a flag too, which goes before the file. The name of its value; empty if it has none. */
  readonly flag?: string;
  /** What the flag with `--no-` does. */
  readonly noFlag?: string;
  /** The variable that says the same, and goes before the file. */
  readonly variable?: string;
  /** The variable that holds what the file only points to. If it is set, the file's value is left out. */
  readonly insteadOf?: string;
  /** Commands other than the desk that have its flag take it from the file too. */
  readonly isForCommands?: true;
  /**
   * `chooses`: it says where the desk works. If a flag or a variable says where, the file says nothing of this, nor of
   * what `belongs` to it.
   */
  readonly place?: 'chooses' | 'belongs';
  /** A file or a folder: `~/` is the home folder, and a relative one lies beside the settings file. */
  readonly isPath?: true;
  /** Stands only in a file that nobody else can read, and in no message. */
  readonly isSecret?: true;
  /** The field of the center's settings that gets it. */
  readonly field?: keyof CenterSettings;
}

/** A setting that is a field of the center's takes what the field does. */
type Checked =
  | (Setting & { readonly field?: never })
  | {
      [Field in keyof CenterSettings]-?: Setting & {
        readonly field: Field;
        readonly takes: Takes<NonNullable<CenterSettings[Field]>>;
      };
    }[keyof CenterSettings];

/** How the link may be said to be. */
const LINKS = ['auto', 'fast', 'slow'] as const;

/** Everything that can be set, in the order of `--help` and of the guides. */
export const settings = {
  url: {
    tables: ['', 'profiles.NAME'],
    takes: text(),
    help: 'the help center elsewhere that the desk works on',
    otherwise: 'the embedded one',
    flag: 'url',
    variable: 'FRONTDESK_URL',
    place: 'chooses',
  },
  token_file: {
    tables: ['', 'profiles.NAME'],
    takes: text(),
    help: 'where its token is kept (mode 0600)',
    insteadOf: 'FRONTDESK_TOKEN',
    flag: 'file',
    place: 'chooses',
    isPath: true,
  },
  insecure: {
    tables: ['', 'profiles.NAME'],
    takes: yesOrNo(),
    help: 'let it be plain HTTP on another machine',
    flag: '',
    place: 'belongs',
  },
  database: {
    tables: [''],
    takes: text(),
    help: 'the help center’s file, or postgres://…',
    flag: 'database',
    variable: 'FRONTDESK_DATABASE',
    isForCommands: true,
    place: 'chooses',
    isPath: true,
  },
  read_only: {
    tables: [''],
    takes: yesOrNo(),
    help: 'change nothing at the help center and send nothing that is kept',
    flag: '',
  },
  link: {
    tables: [''],
    takes: oneOf(LINKS),
    help: 'how fast the link is taken to be',
    default: 'auto',
    flag: 'kind',
  },
  ascii: {
    tables: [''],
    takes: yesOrNo(),
    help: 'draw with ASCII signs only',
    otherwise: 'as the locale says',
    flag: '',
    noFlag: 'draw with all signs, whatever the locale says',
  },
  inbox_limit: {
    tables: ['center'],
    takes: wholeNumber(2, 100_000),
    help: 'how many inboxes there may be',
    default: defaultSettings.inboxLimit,
    field: 'inboxLimit',
  },
  rate_limit: {
    tables: ['center'],
    takes: wholeNumber(1, 1_000_000),
    help: 'requests a minute that a token may make',
    default: defaultSettings.rateLimit,
    field: 'rateLimit',
  },
  trusted_proxies: {
    tables: ['center'],
    takes: networks(),
    help: 'the proxies in front of `serve` whose `X-Forwarded-For` says who calls',
    otherwise: 'none',
    field: 'trustedProxies',
  },
  attachments: {
    tables: ['center'],
    takes: text(),
    help: 'the folder of the attachments',
    otherwise: 'beside the database',
    isPath: true,
  },
  postgres_password: {
    tables: ['center'],
    takes: text(),
    help: 'PostgreSQL’s, where PGPASSWORD and a pgpass file have none (mode 0600)',
    isSecret: true,
    field: 'databasePassword',
  },
} as const satisfies Readonly<Record<string, Checked>>;

type Settings = typeof settings;
/** The name of a setting, as the file has it. */
export type SettingName = keyof Settings;
type ValueOf<Name extends SettingName> = v.InferOutput<Settings[Name]['takes']>;
type NamesWith<Part> = { [Name in SettingName]: Settings[Name] extends Part ? Name : never }[SettingName];
type FlagOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FlagOf<Rest>>}`
  : Name;

/** What the settings file says of the center. */
export type CenterTold = {
  readonly [Name in NamesWith<{ readonly tables: readonly ['center'] }>]?: ValueOf<Name>;
};

/** The name of a setting that is a flag. */
export type FlagName = NamesWith<{ readonly flag: string }>;
/** What flags, variables and the file say to the desk, by its flags; with a default if there is one. */
export type DeskTold = {
  readonly [Name in FlagName as FlagOf<Name>]?: ValueOf<Name>;
} & {
  readonly [Name in Extract<FlagName, NamesWith<{ readonly default: unknown }>> as FlagOf<Name>]: ValueOf<Name>;
};

/** Every setting by its name, without its types. */
export const SETTINGS: readonly (readonly [name: SettingName, setting: Setting])[] = Object.entries(
  settings,
) as unknown as readonly (readonly [SettingName, Setting])[];

/** The name of a setting's flag in the code, as commander makes it of `--token-file`. */
export function flagName(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** What the file says of the center, as the fields of its settings. */
export function centerSettings(told: CenterTold): Partial<CenterSettings> {
  const values: Readonly<Partial<Record<SettingName, unknown>>> = told;
  return Object.fromEntries(
    SETTINGS.flatMap(([name, { field }]) => {
      const value = values[name];
      return field === undefined || value === undefined ? [] : [[field, value]];
    }),
  );
}
