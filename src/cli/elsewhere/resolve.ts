import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { readAddress } from './address.ts';
import type { CenterFlags } from './center-flags.ts';
import { readToken } from './token.ts';

/** A help center elsewhere, and how its token is found. */
export interface PlaceElsewhere {
  /** Its address as it was given, which is an http or https URL. */
  readonly url: string;
  /** A warning about the connection; absent for a safe one. */
  readonly warning?: SafeText | undefined;
  /** Reads the token; undefined if there is none. Throws a sentence if its source cannot be used. */
  readonly token: () => Promise<string | undefined>;
  /** Where the token comes from, for a person. */
  readonly tokenSource: SafeText;
  /** The file that holds the token alone, if it comes from one. */
  readonly tokenFile?: string | undefined;
}

/** The embedded help center, or one on PostgreSQL that is opened here. */
export interface PlaceHere {
  /** The file or the address; undefined for the default file. */
  readonly database: string | undefined;
}

/** Which help center a desk or a command works on. */
export type CenterPlace = PlaceElsewhere | PlaceHere;

/** The help center that flags, environment and settings name, otherwise the embedded one. Reaches none. */
export function resolveCenter({ environment }: Pick<Shell, 'environment'>, flags: CenterFlags): CenterPlace {
  const { url, tokenFile, insecure, database } = flags;
  if (url === undefined) return { database };
  const { warning } = readAddress(url, insecure);
  return {
    url,
    warning,
    token: async () => readToken(tokenFile, environment),
    tokenSource: tokenFile === undefined ? t`FRONTDESK_TOKEN` : safeLine(tokenFile),
    tokenFile,
  };
}

/** The error of a help center elsewhere for which nothing gives a token. */
export function noToken(): ShellError {
  return new ShellError(
    'A remote help center needs a token: put it into FRONTDESK_TOKEN or name a --token-file.',
    exitCode.unreachable,
  );
}
