import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { identityOfAddress } from './center-identity.ts';
import { makeFolder, paths } from './paths.ts';
import { NotPrivate, readPrivate, writePrivate } from './private-file.ts';
import { exitCode, ShellError } from './shell-error.ts';

const SavedSignIn = v.object({
  /** The profile that it is for; null for none. */
  profile: v.nullable(v.string()),
  /** The help center's address, as it was given. */
  url: v.pipe(
    v.string(),
    v.check(url => URL.canParse(url)),
  ),
  token: v.pipe(v.string(), v.regex(/^[!-~]+$/)),
  /** The agent who signed in; null for an API key, or if the help center does not say. */
  agent: v.nullable(v.object({ id: v.number(), name: v.string() })),
  /** Plain HTTP to another machine was allowed when it was made. */
  isInsecure: v.boolean(),
  /** A desk with this profile opens its help center if nothing else names one. */
  isChosen: v.boolean(),
});

/** A sign-in that `frontdesk login` or the desk has saved. */
export type SavedSignIn = Readonly<v.InferOutput<typeof SavedSignIn>>;

const SignIns = v.array(SavedSignIn);

/** The file of the saved sign-ins: `$XDG_STATE_HOME/frontdesk/sign-ins.json`, which only its owner can read. */
export function signInsPath(): string {
  return join(paths.state(), 'sign-ins.json');
}

/** The contents of the file; empty if it is not there. Throws a sentence if it is not this user's alone. */
export function signInsText(path: string): string {
  try {
    return readPrivate(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    if (error instanceof NotPrivate) throw new ShellError(`The file of the saved sign-ins ${path} ${error.message}`);
    throw new ShellError(`The saved sign-ins in ${path} cannot be read. Check its owner.`);
  }
}

/** Reads the contents of the file. Throws a sentence if it is damaged. */
export function readSignIns(path: string, text = signInsText(path)): readonly SavedSignIn[] {
  if (text === '') return [];
  try {
    return v.parse(SignIns, JSON.parse(text));
  } catch {
    throw new ShellError(`The saved sign-ins in ${path} are damaged. Remove the file, then sign in again.`);
  }
}

/** The sign-in that a desk with this profile opens if nothing else names a help center. */
export function chosenSignIn(all: readonly SavedSignIn[], profile: string | undefined): SavedSignIn | undefined {
  const own = all.filter(({ isChosen }) => isChosen);
  return own.find(one => one.profile === (profile ?? null)) ?? own.find(one => one.profile === null);
}

/** The sign-in for this address: the profile's own, otherwise the one without a profile. */
export function signInAt(
  all: readonly SavedSignIn[],
  url: string,
  profile: string | undefined,
): SavedSignIn | undefined {
  const here = all.filter(one => isSameCenter(one.url, url));
  return here.find(one => one.profile === (profile ?? null)) ?? here.find(one => one.profile === null);
}

/**
 * Saves a sign-in in place of the one before it for the same profile and address. Returns the contents of the file.
 */
export function saveSignIn(path: string, signIn: SavedSignIn): string {
  const others = readForChange(path)
    .filter(one => !isSameSignIn(one, signIn))
    .map(one => (signIn.isChosen && one.profile === signIn.profile ? { ...one, isChosen: false } : one));
  return saveSignIns(path, [...others, signIn]);
}

/**
 * Gives a saved sign-in another token. Which one is opened stays, unless none is by now. Returns the contents of the
 * file.
 */
export function renewSignIn(path: string, signIn: SavedSignIn, token: string): string {
  const all = readForChange(path);
  const isChosen = !all.some(one => one.isChosen && one.profile === signIn.profile && !isSameSignIn(one, signIn));
  return saveSignIn(path, { ...signIn, token, isChosen });
}

/** Forgets a sign-in. */
export function forgetSignIn(path: string, signIn: SavedSignIn): void {
  const others = readForChange(path).filter(one => !isSameSignIn(one, signIn));
  if (others.length > 0) saveSignIns(path, others);
  else rmSync(path, { force: true });
}

function isSameCenter(one: string, other: string): boolean {
  return identityOfAddress(new URL(one)) === identityOfAddress(new URL(other));
}

function isSameSignIn(one: SavedSignIn, other: SavedSignIn): boolean {
  return one.profile === other.profile && isSameCenter(one.url, other.url);
}

/** A damaged file is replaced: it is of no use. */
function readForChange(path: string): readonly SavedSignIn[] {
  const text = signInsText(path);
  try {
    return readSignIns(path, text);
  } catch {
    return [];
  }
}

function saveSignIns(path: string, signIns: readonly SavedSignIn[]): string {
  makeFolder(dirname(path), 'XDG_STATE_HOME');
  try {
    const text = `${JSON.stringify(signIns, null, 2)}\n`;
    writePrivate(path, text);
    return text;
  } catch (error) {
    if (error instanceof NotPrivate)
      throw new ShellError(`The sign-in is not saved: ${path} ${error.message}`, exitCode.failed);
    const why = 'Check its owner and the room on the disk.';
    throw new ShellError(`The sign-in cannot be saved in ${path}. ${why}`, exitCode.failed);
  }
}
