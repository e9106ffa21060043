import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { CenterFlags } from '../declared/shared-flags.ts';
import { runTokenCommand } from '../secret-command.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { chosenSignIn, readSignIns, type SavedSignIn, signInAt, signInsPath, signInsText } from '../sign-ins.ts';
import { isThroughSsh, readCenterAddress } from './address.ts';
import { sendable, tokenInFile } from './token.ts';

/** How a token is found. */
export interface TokenSource {
  /** Where it comes from, for a person. */
  readonly tokenSource: SafeText;
  /**
   * Reads it each time; undefined if there is none. Throws a sentence if its source cannot be used. `isUnattended`:
   * no question can be asked, and nothing may be written to the terminal.
   */
  readonly token: (isUnattended?: boolean) => Promise<string | undefined>;
  /** The file that holds the token alone, if it comes from one. */
  readonly tokenFile?: string | undefined;
  /** The saved sign-in that it comes from. */
  readonly signIn?: SavedSignIn | undefined;
  /** A command gives it: only that knows whose it is. */
  readonly isCommand?: true;
}

/** A help center elsewhere, and how its token is found. */
export interface PlaceElsewhere extends TokenSource {
  /** Its address as it was given, which is an http or https URL. */
  readonly url: string;
  /** Reaches it in place of `ssh`, if it is reached through SSH. */
  readonly connectCommand?: string | undefined;
  /** A warning about the connection; absent for a safe one. */
  readonly warning?: SafeText | undefined;
  /** The contents of the file of sign-ins that this follows from. */
  readonly signInsText: string;
}

/** The embedded help center, or one on PostgreSQL that is opened here. */
export interface PlaceHere {
  /** The file or the address; undefined for the default file. */
  readonly database: string | undefined;
  readonly signInsText: string;
}

/** Which help center a desk or a command works on. */
export type CenterPlace = PlaceElsewhere | PlaceHere;

type ResolveFlags = CenterFlags & { readonly sample?: boolean | undefined };

/**
 * The help center that a flag, the environment or the settings name, otherwise the one of the saved sign-in, otherwise
 * the embedded one. Reaches none.
 */
export function resolveCenter(shell: Shell, told: ResolveFlags): CenterPlace {
  const { url, database, sample } = told;
  const path = signInsPath();
  if (url === undefined && (database !== undefined || sample)) return { database, signInsText: signInsText(path) };
  const text = signInsText(path);
  const all = readSignIns(path, text);
  const signIn = url === undefined ? chosenSignIn(all, shell.profile) : undefined;
  const at = url ?? signIn?.url;
  if (at === undefined) return { database, signInsText: text };
  const isLeftInsecure = told.insecure ?? signIn?.isInsecure;
  const { warning } = readCenterAddress(at, isLeftInsecure);
  const saved = signIn ?? signInAt(all, at, shell.profile);
  const { connectCommand } = told;
  if (isThroughSsh(at)) return { url: at, connectCommand, ...BY_KEY, signIn: saved, signInsText: text };
  return { url: at, warning, ...sourceOf(shell, told, saved), signInsText: text };
}

/** Through SSH the key identifies the agent: in the place of a token stands a word that is never sent. */
export const KEY_AS_TOKEN = 'ssh';
const BY_KEY: TokenSource = { tokenSource: t`the SSH key`, token: async () => KEY_AS_TOKEN };

/** Each comes before the next: a flag, the environment, the settings, the saved sign-in. */
function sourceOf(
  shell: Shell,
  { tokenFile, tokenCommand }: CenterFlags,
  signIn: SavedSignIn | undefined,
): TokenSource {
  if (tokenCommand !== undefined) {
    const token = async (isUnattended?: boolean) => {
      const printed = await runTokenCommand(tokenCommand, shell, { isUnattended });
      return sendable(printed, 'the output of the token command');
    };
    return { tokenSource: t`the token command`, token, isCommand: true };
  }
  if (tokenFile !== undefined)
    return { tokenSource: safeLine(tokenFile), token: async () => tokenInFile(tokenFile), tokenFile };
  const told = shell.environment.FRONTDESK_TOKEN?.trim();
  if (told || !signIn)
    return { tokenSource: t`FRONTDESK_TOKEN`, token: async () => told && sendable(told, 'FRONTDESK_TOKEN') };
  return { tokenSource: t`the saved sign-in`, token: async () => savedToken(signIn), signIn };
}

/** The token of this sign-in as it is saved now: another `frontdesk login` may have saved a newer one. */
export function savedToken({ url, profile }: SavedSignIn, text?: string): string | undefined {
  return signInAt(readSignIns(signInsPath(), text), url, profile ?? undefined)?.token;
}

/** The error of a help center elsewhere for which nothing gives a token. */
export function noToken({ url }: Pick<PlaceElsewhere, 'url'>): ShellError {
  return new ShellError(
    `A remote help center needs a token: frontdesk login ${safeLine(url)} gets one. Or put one into FRONTDESK_TOKEN, or name a --token-file.`,
    exitCode.unreachable,
  );
}
