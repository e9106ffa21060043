import type { CenterSettings } from '../../center/model/settings.ts';
import type { Takes } from './takes.ts';

/** A table of the settings file. The empty name is the top of the file; each profile has the same settings. */
export type TableName = '' | 'profiles.NAME' | 'cache' | 'center' | 'mail' | 'mail.mailbox' | 'commands';

/**
 * One setting. Reading, errors, `--help`, the tables of the guides and the values for the desk and the center are
 * derived from it. `token_file` in the file is the flag `--token-file`, and `tokenFile` in the code.
 */
export interface Setting {
  /** The tables of the file in which it is allowed. */
  readonly tables: readonly TableName[];
  /** Its name in the file, if another table has a setting of this name. */
  readonly key?: string;
  /** Its table is useless without it. */
  readonly isRequired?: true;
  /** Of a table's settings with this mark one counts; an entry of a list needs one. */
  readonly isOneOf?: true;
  readonly takes: Takes<unknown>;
  /** Its meaning, in a few words without a full stop: for `--help` and the guides. */
  readonly help: string;
  /** The value if it is not set. */
  readonly default?: string | number;
  /** The default in words, if it is not a value: `beside the database`. */
  readonly otherwise?: string;
  /** If present, it is also a flag, which overrides the file. The name of the flag's value; empty if it has none. */
  readonly flag?: string;
  /** The help of the flag with `--no-`. */
  readonly noFlag?: string;
  /** The variable that sets the same and overrides the file. For a flag without a value: unless it is empty or 0. */
  readonly variable?: string;
  /**
   * The variable with the content that the value only points to: that of a file. If it is set, the value is ignored.
   */
  readonly insteadOf?: string;
  /** Commands other than the desk also take it from the file, if they have its flag. */
  readonly isForCommands?: true;
  /**
   * `chooses`: it sets the desk's place of work. If a flag or a variable sets that, the file's values of all settings
   * that choose the place or belong to it are ignored.
   */
  readonly place?: 'chooses' | 'belongs';
  /** A file or a folder: `~/` is the home folder, and a relative path starts at the settings file's folder. */
  readonly isPath?: true;
  /** Only allowed in a file that no other user can read, and never shown in a message. */
  readonly isSecret?: true;
  /** The field of the center's settings that it sets. */
  readonly field?: keyof CenterSettings;
}

/** A setting as it is declared; without tables it has those of the desk. */
export type DeclaredSetting<Any extends Setting> = Any extends Setting
  ? Omit<Any, 'tables'> & Partial<Pick<Any, 'tables'>>
  : never;

/** Settings that are all of one table of the file. */
export function inTable<Table extends TableName, Own extends Readonly<Record<string, Omit<Setting, 'tables'>>>>(
  table: Table,
  own: Own,
): { readonly [Name in keyof Own]: Own[Name] & { readonly tables: readonly [Table] } } {
  const entries = Object.entries(own).map(([name, setting]) => [name, { ...setting, tables: [table] }]);
  return Object.fromEntries(entries) as never;
}

/** A setting for a field of the center's settings has the field's type. */
export type CheckedSetting =
  | (Setting & { readonly field?: never })
  | {
      [Field in keyof CenterSettings]-?: Setting & {
        readonly field: Field;
        readonly takes: Takes<NonNullable<CenterSettings[Field]>>;
      };
    }[keyof CenterSettings];
