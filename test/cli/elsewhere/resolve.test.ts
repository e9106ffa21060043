import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CenterFlags } from '../../../src/cli/declared/shared-flags.ts';
import { resolveCenter } from '../../../src/cli/elsewhere/resolve.ts';
import { withClient } from '../../../src/cli/elsewhere/with-client.ts';
import { runTokenCommand } from '../../../src/cli/secret-command.ts';
import { type SavedSignIn, saveSignIn, signInsPath } from '../../../src/cli/sign-ins.ts';
import { openHeldPipe } from '../../harness/held-pipe.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { servedCenter } from '../served-center.ts';
import { shellHere } from '../shell-here.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('XDG_STATE_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
});

function signedIn(more: Partial<SavedSignIn> = {}): SavedSignIn {
  const signIn = { profile: null, url: 'https://saved.example', token: 'saved', agent: null, isInsecure: false };
  const saved = { ...signIn, isChosen: true, ...more };
  saveSignIn(signInsPath(), saved);
  return saved;
}

interface Told {
  readonly flags?: CenterFlags & { readonly sample?: boolean };
  readonly profile?: string;
  readonly environment?: Record<string, string>;
}

async function found({ flags = {}, profile, environment }: Told) {
  const { shell } = shellHere(environment);
  shell.profile = profile;
  const place = resolveCenter(shell, flags);
  return 'url' in place ? [place.url, await place.token(), place.tokenSource] : [place.database ?? 'embedded'];
}

describe('the help center of a desk and its token', () => {
  const url = 'https://told.example';
  const saved = ['https://saved.example', 'saved', 'the saved sign-in'];

  test('are those of the saved sign-in if nothing else names one, and embedded without it', async () => {
    expect(await found({})).toEqual(['embedded']);
    signedIn();
    expect(await found({})).toEqual(saved);
    expect(await found({ flags: { database: '/a.db' } })).toEqual(['/a.db']);
    expect(await found({ flags: { sample: true } })).toEqual(['embedded']);
  });

  test('are the newest sign-in, and by its address each other one', async () => {
    signedIn();
    signedIn({ url: 'https://newer.example/', token: 'newer' });
    expect(await found({})).toEqual(['https://newer.example/', 'newer', 'the saved sign-in']);
    expect(await found({ flags: { url: 'https://saved.example/' } })).toMatchObject({ 1: 'saved' });
    expect(await found({ flags: { url } })).toEqual([url, undefined, 'FRONTDESK_TOKEN']);
  });

  test('are the profile’s own, otherwise those without a profile', async () => {
    signedIn();
    signedIn({ profile: 'work', url, token: 'work' });
    expect(await found({ profile: 'work' })).toMatchObject({ 0: url, 1: 'work' });
    expect(await found({ profile: 'play' })).toEqual(saved);
    expect(await found({})).toEqual(saved);
    expect(await found({ flags: { url } })).toMatchObject({ 1: undefined });
  });

  test('the token of a command comes before one in a file, that before FRONTDESK_TOKEN, and all before a sign-in', async () => {
    signedIn();
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'filed\n', { mode: 0o600 });
    const environment = { FRONTDESK_TOKEN: 'told' };
    const tokenCommand = 'echo printed; echo more';
    const told = (flags: CenterFlags) => found({ flags: { url, ...flags }, environment });
    expect(await told({ tokenFile, tokenCommand })).toEqual([url, 'printed', 'the token command']);
    expect(await told({ tokenFile })).toEqual([url, 'filed', tokenFile]);
    expect(await told({})).toEqual([url, 'told', 'FRONTDESK_TOKEN']);
    expect(await found({ environment })).toMatchObject({ 0: 'https://saved.example', 1: 'told' });
  });

  test('plain HTTP stays allowed for a sign-in that was made with --insecure, and only for that', async () => {
    signedIn({ url: 'http://192.0.2.1', isInsecure: true });
    expect(await found({})).toMatchObject({ 0: 'http://192.0.2.1' });
    await expect(found({ flags: { url: 'http://192.0.2.2' } })).rejects.toThrow('not encrypted');
  });

  test.for([
    ['others can read', '[]', 0o644, 'chmod 600'],
    ['that is damaged', '{', 0o600, 'damaged'],
    ['with another form', '[{"url":"nowhere"}]', 0o600, 'damaged'],
  ] as const)('a file of sign-ins %s ends a start that needs it', async ([, text, mode, said]) => {
    signedIn();
    writeFileSync(signInsPath(), text);
    chmodSync(signInsPath(), mode);
    await expect(found({})).rejects.toThrow(said);
  });
});

describe('a token command', () => {
  const at = (tokenCommand: string) => found({ flags: { url: 'https://told.example', tokenCommand } });

  test.for([
    ['exit 3', 'exit code 3'],
    ['echo; echo hunter2', 'printed no token'],
    ['echo hunter2; kill -9 $$', 'SIGKILL'],
    ['yes hunter2', 'printed more than a token'],
    ['echo "hunter2 and more"', 'characters that no token has'],
  ] as const)('that fails is a sentence without its output: %s', async ([command, said]) => {
    const error: Error = await at(command).then(
      () => expect.fail('it did not fail'),
      problem => problem,
    );
    expect(error.message).toContain(said);
    expect(error.message).not.toContain('hunter2');
  });

  test('that takes too long is ended', async () => {
    const { shell } = shellHere({ PATH: process.env.PATH });
    await expect(runTokenCommand('sleep 20 & echo hunter2; wait', shell, { limitMs: 50 })).rejects.toThrow(
      'took longer than 0.05 s',
    );
  });

  test('that takes too long ends with all that it has started, if it has no terminal', async () => {
    const { shell } = shellHere({ PATH: process.env.PATH });
    const pipe = openHeldPipe();
    const command = `${pipe.holder} & wait`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = runTokenCommand(command, shell, { isUnattended: true, limitMs: 100 });
    const failed = expect(token).rejects.toThrow('took longer');
    await pipe.held;
    vi.advanceTimersByTime(100);
    await failed;
    await pipe.letGo;
  });

  test('gets none of our secrets, and its words on stderr reach the person', async () => {
    const here = shellHere({ FRONTDESK_TOKEN: 'secret', PATH: process.env.PATH });
    const place = resolveCenter(here.shell, {
      url: 'https://told.example',
      tokenCommand: 'echo hello >&2; echo "<$FRONTDESK_TOKEN>"',
    });
    expect('token' in place && (await place.token())).toBe('<>');
    expect(here.stderr()).toBe('hello\n');
  });

  test('is asked once more when its token is refused, and not for each call', async () => {
    const { url, tokens } = await servedCenter();
    const count = join(folder, 'count');
    const first = `echo x >> ${count}; if [ $(wc -l < ${count}) = 1 ]; then echo fdold; else echo ${tokens.agent}; fi`;
    const name = await withClient(
      shellHere({ PATH: process.env.PATH }).shell,
      { url, tokenCommand: first },
      async ({ client }) => {
        const [one] = await Promise.all([client.session.me(), client.session.me()]);
        return one.data.agent?.name;
      },
    );
    expect([name, readFileSync(count, 'utf8')]).toEqual(['Ben Agent', 'x\nx\n']);
  });
});
