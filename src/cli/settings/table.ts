import { isNetwork } from '../../center/http/network.ts';

/** What a setting takes: in words, and read from a value of the file (undefined: it is none). */
interface Kind<Value> {
  readonly takes: string;
  read(value: unknown): Value | undefined;
}

function wholeNumber(least: number, most: number): Kind<number> {
  return {
    // Only who asks waits for the tables of the world's languages: they take a twentieth of the way to the first frame.
    get takes() {
      return `a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;
    },
    read: value =>
      Number.isInteger(value) && (value as number) >= least && (value as number) <= most
        ? (value as number)
        : undefined,
  };
}

const text: Kind<string> = {
  takes: 'text that is not empty',
  read: value => (typeof value === 'string' && value !== '' ? value : undefined),
};

const yesOrNo: Kind<boolean> = {
  takes: 'true or false',
  read: value => (typeof value === 'boolean' ? value : undefined),
};

const networks: Kind<readonly string[]> = {
  takes: 'a list of addresses and networks, such as ["127.0.0.1", "10.0.0.0/8"]',
  read: value =>
    Array.isArray(value) && value.every(one => typeof one === 'string' && isNetwork(one)) ? value : undefined,
};

function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    takes: `one of ${words.map(word => `"${word}"`).join(', ')}`,
    read: value => words.find(word => word === value),
  };
}

/** How the link may be said to be. */
export const linkKinds = ['auto', 'fast', 'slow'] as const;

/** One thing that the settings file can say. */
export interface Setting {
  readonly kind: Kind<unknown>;
  /** The flag of a command that says the same and goes before it, as the program names its value. */
  readonly flag?: string;
  /** A file or a folder: `~/` is the home folder, and a relative one lies beside the settings file. */
  readonly isPath?: true;
  /** Stands only in a file that nobody else can read. */
  readonly isSecret?: true;
  readonly help: string;
}

const elsewhere = {
  url: { kind: text, flag: 'url', help: 'the help center elsewhere that the desk works on' },
  token_file: { kind: text, flag: 'tokenFile', isPath: true, help: 'where its token is kept (mode 0600)' },
  insecure: { kind: yesOrNo, flag: 'insecure', help: 'let it be plain HTTP on another machine' },
} as const satisfies Record<string, Setting>;

/** Everything that the settings file can say, by its table; the empty name is the top of the file. */
export const settings = {
  '': {
    ...elsewhere,
    database: { kind: text, flag: 'database', isPath: true, help: 'the help center’s file, or postgres://…' },
    read_only: { kind: yesOrNo, flag: 'readOnly', help: 'let the desk change nothing and send nothing that is kept' },
    link: { kind: oneOf(...linkKinds), flag: 'link', help: 'how fast the link is taken to be' },
    ascii: { kind: yesOrNo, flag: 'ascii', help: 'draw with ASCII signs only, or never' },
  },
  'profiles.NAME': elsewhere,
  center: {
    inbox_limit: { kind: wholeNumber(2, 100_000), help: 'how many inboxes there may be (100)' },
    rate_limit: { kind: wholeNumber(1, 1_000_000), help: 'requests a minute that a token may make (3,000)' },
    trusted_proxies: {
      kind: networks,
      help: 'the proxies in front of `serve` whose `X-Forwarded-For` says who calls (none)',
    },
    attachments: { kind: text, isPath: true, help: 'the folder of the attachments (beside the database)' },
    postgres_password: {
      kind: text,
      isSecret: true,
      help: 'PostgreSQL’s, where PGPASSWORD and a pgpass file have none (mode 0600)',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>;

/** The values of settings, by their keys. */
type ToldOf<Settings extends Record<string, Setting>> = {
  readonly [Key in keyof Settings]?: Settings[Key]['kind'] extends Kind<infer Value> ? Value : never;
};

/** What the settings file says of the center. */
export type CenterTold = ToldOf<(typeof settings)['center']>;

/** The settings as the guides list them: all of them, or those of the tables that `isShown` chooses by name. */
export function settingsTable(isShown: (table: string) => boolean = () => true): string {
  const shown = Object.entries<Record<string, Setting>>(settings).filter(([table]) => isShown(table));
  return [
    '| table | key | what | takes |',
    '| --- | --- | --- | --- |',
    ...shown.flatMap(([table, keys]) =>
      Object.entries(keys).map(
        ([key, { help, kind }]) => `| ${table === '' ? '' : `\`[${table}]\``} | \`${key}\` | ${help} | ${kind.takes} |`,
      ),
    ),
  ].join('\n');
}
