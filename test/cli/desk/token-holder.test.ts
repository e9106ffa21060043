import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdToken } from '../../../src/cli/desk/token-holder.ts';
import { type PlaceElsewhere, resolveCenter } from '../../../src/cli/elsewhere/resolve.ts';
import { isStillTrue } from '../../../src/cli/first-frame/still-true.ts';
import { witnessOfText } from '../../../src/cli/first-frame/witness.ts';
import { type SavedSignIn, saveSignIn, signInsPath } from '../../../src/cli/sign-ins.ts';
import { overNetwork } from '../../../src/client/over-http.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { shellHere } from '../shell-here.ts';

const URL = 'https://help.shop.example';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
});

function signedIn(token: string, id = 1): SavedSignIn {
  const saved = { profile: null, url: URL, token, agent: { id, name: 'Ana' }, isInsecure: false, isChosen: true };
  saveSignIn(signInsPath(), saved);
  return saved;
}

/** A desk's token, and whether the next start would paint a frame that it keeps now. */
function held(flags: { readonly tokenCommand?: string; readonly tokenFile?: string } = {}, environment = {}) {
  const { shell, stderr } = shellHere(environment);
  const place = resolveCenter(shell, { url: URL, ...flags }) as PlaceElsewhere;
  const token = place.signIn?.token ?? 'first';
  const { holder, mark, signInsText } = holdToken(place, token, { baseUrl: URL, fetch: overNetwork });
  const kept = () => {
    if (mark === 'unknown') return () => false;
    const claims = { asOf: 0, until: 2, witnesses: [witnessOfText(signInsPath(), signInsText())], token: mark() };
    return () => isStillTrue(claims, environment, 1);
  };
  return { holder, kept, mark, stderr };
}

test('a frame is painted for the sign-in that it was drawn with, and for no other', () => {
  signedIn('ana');
  const isPainted = held().kept();
  expect(isPainted()).toBe(true);
  signedIn('bob', 2);
  expect(isPainted()).toBe(false);
  signedIn('ana');
  expect(isPainted()).toBe(true);
});

test('a sign-in in the desk is saved, and frames from then on are painted with it', () => {
  signedIn('ana');
  const { holder, kept } = held();
  const before = kept();
  holder.take('newer');
  holder.keep?.();
  expect(JSON.parse(readFileSync(signInsPath(), 'utf8'))).toMatchObject([{ token: 'newer', agent: { id: 1 } }]);
  expect([before(), kept()()]).toEqual([false, true]);
});

test('signing in again does not change which help center the next start opens', () => {
  signedIn('ana');
  const { holder } = held();
  saveSignIn(signInsPath(), { ...signedIn('ana'), url: 'https://other.example', token: 'other' });
  holder.take('newer');
  holder.keep?.();
  const saved: SavedSignIn[] = JSON.parse(readFileSync(signInsPath(), 'utf8'));
  expect(saved.map(({ token, isChosen }) => [token, isChosen])).toEqual([
    ['other', true],
    ['newer', false],
  ]);
});

test('a desk that has read another agent’s sign-in, but not taken it, keeps frames for its own agent', async () => {
  signedIn('ana');
  const { holder, kept } = held();
  expect(await holder.renew?.()).toBeUndefined();
  signedIn('bob', 2);
  expect(await holder.renew?.()).toBe('bob');
  expect(kept()()).toBe(false);
  holder.take('bob');
  expect(kept()()).toBe(true);
});

test('a frame drawn with the token of a file or a variable is painted only with the same token', () => {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'first\n', { mode: 0o600 });
  const [filed, told] = [held({ tokenFile }).kept(), held({}, { FRONTDESK_TOKEN: 'first' }).kept()];
  expect([filed(), told()]).toEqual([true, true]);
  writeFileSync(tokenFile, 'other\n');
  expect(filed()).toBe(false);
  expect(held({}, { FRONTDESK_TOKEN: 'other' }).kept()()).toBe(false);
});

test('no frame is painted if a command prints the token; the desk runs it again without the terminal', async () => {
  const { holder, mark, stderr } = held({ tokenCommand: 'echo newer; echo said >&2' }, { PATH: process.env.PATH });
  expect(mark).toBe('unknown');
  expect([await holder.renew?.(), stderr()]).toEqual(['newer', '']);
});
