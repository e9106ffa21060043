import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { OwnKeys } from '../../keys/own-keys.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import { nearest } from '../../text/nearest.ts';
import { safeLine } from '../../text/safe.ts';
import { homeFolder, paths } from '../paths.ts';
import { type CacheTold, cacheSettings } from './cache-table.ts';
import { found } from './found.ts';
import { lineOf, type SettingsTable } from './line-of.ts';
import { GONE_FROM_MAIL } from './mail-table.ts';
import type { Setting, TableName } from './setting.ts';
import {
  type CenterTold,
  type CommandTold,
  flagName,
  type MailboxTold,
  type MailTold,
  SETTINGS,
  settingsFileKey,
} from './table.ts';
import { takeValue } from './takes.ts';

type Table = Readonly<Record<string, unknown>>;

/** The contents of the settings file, its paths made absolute, and its errors: sentences that name file and line. */
export interface ToldSettings {
  /** By the corresponding flag. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly cache: CacheTold;
  readonly center: CenterTold;
  /** Absent without a table `[mail]`: then nothing of mail is loaded. */
  readonly mail?: MailTold;
  /** The profile that counts, and whether the file names a help center in it. */
  readonly profile?: { readonly name: string; readonly isPlace: boolean };
  /** The agent's own keys, by the ids of actions; absent without a table `[keys]`, and then nothing of keys is loaded. */
  readonly keys?: OwnKeys;
  /** The agent's commands, with their keys; absent without a table `[[commands]]`. */
  readonly commands?: readonly OwnCommand[];
  /** The errors in both. */
  readonly keyFaults?: readonly string[];
  readonly faults: readonly string[];
  /** More than an unknown name: a command must not go on without the intended value. */
  readonly isGrave?: true;
}

/** The purpose for which the settings are read. */
interface ProfileRequest {
  /** The profile, if a flag or a variable names it; otherwise the file says which one counts. */
  readonly profile?: string | undefined;
  /** Whether a profile may lack a table in the file, because an agent has signed in for it. */
  readonly isKnown?: (profile: string) => boolean;
}

/** The settings file: FRONTDESK_CONFIG, otherwise `$XDG_CONFIG_HOME/frontdesk/config.toml`. */
export function settingsPath(environment: NodeJS.ProcessEnv): string {
  return environment.FRONTDESK_CONFIG || paths.settings();
}

function textOf(path: string, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !environment.FRONTDESK_CONFIG) return undefined;
    throw new Error('cannot be read. Check the path and its rights', { cause: error });
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The setting of this name in the tables of a kind, with its own name, if there is such a setting. */
function settingOf(key: string, kind: TableName): Setting | undefined {
  return SETTINGS.find(
    ([name, setting]) => settingsFileKey(name, setting) === key && setting.tables.includes(kind),
  )?.[1];
}

/** The nearest setting to an unknown name in the table `here`, of that table if possible; as the end of a sentence. */
function meant(key: string, kind: TableName, here: string): string {
  const keysOf = (all: typeof SETTINGS) => all.map(([name, setting]) => settingsFileKey(name, setting));
  const word = key.replaceAll('-', '_');
  const own = nearest(word, keysOf(SETTINGS.filter(([, { tables }]) => tables.includes(kind))));
  if (own !== undefined) return `: the nearest is ${here === '' ? own : `${here}.${own}`}`;
  const other = nearest(word, keysOf(SETTINGS));
  if (other === undefined) return '';
  const table = SETTINGS.find(([name, setting]) => settingsFileKey(name, setting) === other)![1].tables[0]!;
  return `: the nearest is ${table === '' ? other : `${table}.${other}`}`;
}

/** No command may guess where it works, as whom, and whether it may change anything. */
const GRAVE = /url|host|address|relay|database|pass|token|secret|key|profile\b|insecure|only/i;

class Reader {
  readonly faults: string[] = [];
  isGrave = false;
  readonly #path: string;
  readonly #text: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  fault(table: SettingsTable, key: string, what: string, isGrave = true): void {
    this.isGrave ||= isGrave;
    this.faults.push(this.sentence(table, key, what));
  }

  sentence(table: SettingsTable, key: string, what: string): string {
    const line = lineOf(this.#text, table, key);
    const place = line === undefined ? this.#path : `${this.#path}, line ${line}`;
    const name = [table.name, key].filter(part => part !== '').join('.');
    return `${safeLine(`${place}: ${name} ${what}`)}.`;
  }

  /**
   * The correct values of a table; every other one is reported as a fault. Nested tables, named in `tables`, are read
   * elsewhere.
   */
  read(place: SettingsTable, given: Table, kind: TableName, tables: readonly string[] = []): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      if (tables.includes(key)) continue;
      const setting = settingOf(key, kind);
      const read = setting && takeValue(setting.takes, value);
      const hint = read ? '' : meant(key, kind, place.name);
      const why = kind === 'mail' ? GONE_FROM_MAIL.get(key) : undefined;
      if (why !== undefined) this.fault(place, key, why, false);
      else if (!read) this.fault(place, key, `is not a setting${hint}`, GRAVE.test(`${key}${hint}`));
      else if ('not' in read)
        this.fault(place, key, `must be ${read.not}${setting.isSecret ? '' : `, not ${found(value)}`}`);
      else if (setting.isSecret && this.#isOpen())
        this.fault(place, key, `is left out, as others can read the file. Close it with: chmod 600 ${this.#path}`);
      else values[key] = setting.isPath ? this.#absolute(String(read.value)) : read.value;
    }
    const [first, ...others] = keysWith('isOneOf', kind).filter(key => key in values);
    for (const key of others) {
      this.fault(place, key, `says in another way what ${first} says, which counts`);
      delete values[key];
    }
    return values;
  }

  /** A table of the file, empty if missing. */
  table(given: Table, name: string, parent = ''): Table {
    const value = given[name];
    if (value === undefined || isTable(value)) return value ?? {};
    this.fault({ name: parent }, name, `must be a table, not ${found(value)}`);
    return {};
  }

  /** Tables of one name, as `[[name]]`, each with its place among them; one that lacks a required value is left out. */
  tables(given: Table, name: string, kind: TableName): { readonly nth: number; readonly values: Values }[] {
    const value = given[name] ?? [];
    if (!Array.isArray(value) || !value.every(isTable)) {
      this.fault({ name: kind.slice(0, -name.length - 1) }, name, `must be written [[${kind}]]`);
      return [];
    }
    return value.flatMap((table, nth) => {
      const place = { name: kind, nth };
      const read = this.read(place, table, kind);
      const needed = [...keysWith('isRequired', kind).map(key => [key]), keysWith('isOneOf', kind)].filter(
        keys => keys.length > 0,
      );
      for (const keys of needed)
        if (!keys.some(key => key in table)) this.fault(place, '', `needs ${keys.join(' or ')}`);
      return needed.every(keys => keys.some(key => key in read)) ? [{ nth, values: read }] : [];
    });
  }

  #isOpen(): boolean {
    return (statSync(this.#path).mode & 0o077) !== 0;
  }

  #absolute(path: string): string {
    return /^\w+:\/\//.test(path) ? path : resolve(dirname(this.#path), path.replace(/^~(?=\/)/, homeFolder()));
  }
}

/** The keys of a table's settings that must be given, or that say the same in several ways. */
function keysWith(mark: 'isRequired' | 'isOneOf', kind: TableName): string[] {
  const marked = SETTINGS.filter(([, setting]) => setting[mark] && setting.tables.includes(kind));
  return marked.map(([name, setting]) => settingsFileKey(name, setting));
}

/** The table `[mail]` with its mailboxes, if the file has it. */
function mailOf(reader: Reader, given: Table): MailTold | undefined {
  if (given.mail === undefined) return undefined;
  const table = reader.table(given, 'mail');
  const own = reader.read({ name: 'mail' }, table, 'mail', ['mailbox']);
  const mailboxes = reader.tables(table, 'mailbox', 'mail.mailbox').map(({ values }) => values);
  return { ...own, mailboxes: mailboxes as unknown as MailboxTold[] };
}

/**
 * The table `[keys]` and the tables `[[commands]]`. A binding, or a command, that does not count is a fault, and the others
 * do. Only the desk has them: `own` collects their faults.
 */
async function keysOf(
  reader: Reader,
  own: Reader,
  given: Table,
): Promise<Pick<ToldSettings, 'keys' | 'commands' | 'keyFaults'>> {
  const { checkKeys } = await import('./own-keys.ts');
  const table = reader.table(given, 'keys');
  const told = own
    .tables(given, 'commands', 'commands')
    .map(({ nth, values }) => ({ ...(values as CommandTold), nth }));
  const { keys, commands, faults } = checkKeys(table, told);
  for (const { id, why, nth } of faults)
    own.fault(nth === undefined ? { name: 'keys' } : { name: 'commands', nth }, id, why);
  return { keys, ...(told.length > 0 && { commands }), keyFaults: own.faults };
}

type Values = Readonly<Record<string, unknown>>;

function profileOf(reader: Reader, given: Table, wanted: string | undefined, { isKnown }: ProfileRequest): Values {
  const profiles = reader.table(given, 'profiles');
  const read = Object.keys(profiles).map(name => {
    const table = reader.table(profiles, name, 'profiles');
    return [name, reader.read({ name: `profiles.${name}` }, table, 'profiles.NAME')] as const;
  });
  if (wanted === undefined) return {};
  const chosen = read.find(([name]) => name === wanted);
  if (!chosen && !isKnown?.(wanted)) {
    const near = nearest(wanted, Object.keys(profiles));
    const more = near === undefined ? '' : `: the nearest is profiles.${near}`;
    reader.fault({ name: 'profiles' }, wanted, `is not there, and it is the profile that is asked for${more}`);
  }
  return chosen?.[1] ?? {};
}

/** A token, and the permission for plain HTTP, apply only to the help center whose address stands beside them. */
function together(top: Values, profile: Values): Values {
  const none = { token_file: undefined, token_command: undefined };
  if (profile.url !== undefined) return { ...top, ...none, insecure: undefined, ...profile };
  const hasToken = Object.keys(none).some(key => key in profile);
  return hasToken ? { ...top, ...none, ...profile } : { ...top, ...profile };
}

function flagsOf(told: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(told)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [flagName(key), value]),
  );
}

const NOTHING_TOLD: ToldSettings = { flags: {}, cache: cacheSettings({}), center: {}, faults: [] };

/**
 * Reads the settings file, if there is one. A wrong value is reported and left out; the others apply. Without `asked`
 * the profile of the environment counts. `told`: a text in place of the file's.
 */
export async function readSettings(
  environment: NodeJS.ProcessEnv,
  asked: ProfileRequest = { profile: environment.FRONTDESK_PROFILE },
  told?: string,
): Promise<ToldSettings> {
  const path = settingsPath(environment);
  try {
    const text = told ?? textOf(path, environment) ?? '';
    if (text === '' && asked.profile === undefined) return NOTHING_TOLD;
    const { parse } = await import('smol-toml');
    const given = parse(text) as Table;
    const reader = new Reader(path, text);
    const top = reader.read({ name: '' }, given, '', ['profiles', 'cache', 'center', 'mail', 'keys', 'commands']);
    const name = asked.profile ?? (top.profile as string | undefined);
    const profile = profileOf(reader, given, name, asked);
    const cache = reader.read({ name: 'cache' }, reader.table(given, 'cache'), 'cache');
    const center = reader.read({ name: 'center' }, reader.table(given, 'center'), 'center');
    const mail = mailOf(reader, given);
    const isOwn = given.keys !== undefined || given.commands !== undefined;
    const keys = isOwn ? await keysOf(reader, new Reader(path, text), given) : undefined;
    return {
      flags: flagsOf(together(top, profile)),
      cache: cacheSettings(cache),
      center,
      ...(mail && { mail }),
      ...keys,
      ...(name !== undefined && { profile: { name, isPlace: profile.url !== undefined } }),
      faults: reader.faults,
      ...(reader.isGrave && { isGrave: true }),
    };
  } catch (error) {
    const { line, message } = error as Error & { line?: number };
    // Behind the first line of its message stand lines of the file, which may hold a secret.
    const why =
      line === undefined
        ? message
        : message.split('\n', 1)[0]!.replace('Invalid TOML document', 'is not TOML that can be read');
    return {
      ...NOTHING_TOLD,
      isGrave: true,
      faults: [`${safeLine(`${path}${line === undefined ? '' : `, line ${line}`}: ${why}`)}.`],
    };
  }
}
