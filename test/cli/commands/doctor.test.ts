import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dnsFinding } from '../../../src/cli/doctor/dns.ts';
import { elsewhereFindings } from '../../../src/cli/doctor/elsewhere.ts';
import { settingsFindings } from '../../../src/cli/doctor/examine.ts';
import { keptFindings } from '../../../src/cli/doctor/kept.ts';
import { terminalFindings } from '../../../src/cli/doctor/terminal.ts';
import type { PlaceElsewhere } from '../../../src/cli/elsewhere/resolve.ts';
import { t } from '../../../src/text/safe.ts';
import { launcher } from '../../harness/launcher.ts';
import { freePort } from '../../harness/mail-servers.ts';
import { MODES_AT_REST, ttyKept, withTtyNoted } from '../../harness/modes.ts';
import { openTextServer } from '../../harness/name-server.ts';
import { openTerminal, type Terminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { pem, trust } from '../../harness/tls.ts';
import { shellHere } from '../shell-here.ts';

const TOKEN = 'a-token-that-nobody-may-see';

/** Runs doctor on a terminal that answers after 50 ms, and then prints what it left to be read. */
function examined(folder: string, env: Record<string, string>, args: readonly string[]): Terminal {
  const rest = 'stty raw -echo min 0 time 3; left=$(dd bs=64 count=1 2>/dev/null | od -An -c)';
  const script = `"$@"; code=$?; tty=$(stty -g); ${rest}; stty "$tty"; echo "code $code, left [$left]"`;
  return openTerminal({
    ...withTtyNoted(folder, '/bin/sh', ['-c', script, 'sh', process.execPath, launcher, 'doctor', ...args]),
    env,
    columns: 200,
    rows: 60,
    answersAfterMs: 50,
  });
}

describe('doctor', () => {
  test('finds nothing to do on a new machine with an able terminal, and leaves that as it was', async () => {
    const folder = temporaryFolder();
    const terminal = examined(folder, deskEnvironment(folder), []);
    await terminal.sees(/code \d+, left/, { within: 30_000 });
    expect(terminal.text()).toContain('code 0, left []');
    expect(terminal.text()).toMatch(/200 columns, 60 rows, TERM is xterm-256color/);
    expect(terminal.text()).toMatch(/The terminal answers after \d+ ms; link is auto/);
    expect(terminal.text()).toContain('takes one column');
    expect(terminal.text()).toContain('All is good.');
    expect(terminal.modes()).toEqual(MODES_AT_REST);
    await terminal.exit();
    expect(ttyKept(folder).after).toBe(ttyKept(folder).before);
  });

  test('names each fault, with its remedy, and no secret', async () => {
    const folder = temporaryFolder();
    const env = deskEnvironment(folder, { LC_ALL: 'de_DE.ISO-8859-1', FRONTDESK_TOKEN: TOKEN });
    const [state, config] = [join(env.XDG_STATE_HOME!, 'frontdesk'), join(env.XDG_CONFIG_HOME!, 'frontdesk')];
    for (const made of [state, config]) mkdirSync(made, { recursive: true });
    chmodSync(state, 0o755);
    writeFileSync(join(state, 'log'), '', { mode: 0o644 });
    writeFileSync(join(config, 'config.toml'), 'ascii = true\nlink = "fats"\n[mail]\n', { mode: 0o600 });
    const terminal = examined(folder, env, ['--url', 'http://127.0.0.1:1']);
    await terminal.sees(/code \d+, left/, { within: 30_000 });
    const text = terminal.text();
    for (const said of [
      'code 1, left []',
      /The locale de_DE\.ISO-8859-1 is not UTF-8.*\n.*Set LC_ALL/,
      /config\.toml, line 2: link must be one of .*\n.*Correct it/,
      /Others can read the folder of drafts and cache .*\n.*chmod 700 /,
      /Others can read 1 file in .*\n.*chmod 600 .*log/,
      /127\.0\.0\.1:1 does not answer.*\n.*Check the address/,
      'frontdesk mail check',
      '5 to do.',
    ])
      expect(text).toMatch(said);
    expect(terminal.output()).not.toContain(TOKEN);
  });
});

describe('doctor about a help center elsewhere', () => {
  async function findings(answer: RequestListener, token: PlaceElsewhere['token'] = async () => TOKEN) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return findingsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, token);
  }
  async function findingsAt(url: string, token: PlaceElsewhere['token'] = async () => TOKEN) {
    const place = { url, token, tokenSource: t`FRONTDESK_TOKEN`, signInsText: '' };
    const found = await elsewhereFindings(place, Date.now);
    expect(JSON.stringify(found)).not.toContain(TOKEN);
    return found.map(({ state, message, remedy }) => `${state}: ${message} ${remedy ?? ''}`);
  }
  const me = JSON.stringify({
    agent: null,
    api_key: 'till',
    notify: null,
    mail: null,
    idempotency_key_hours: 24,
    last_event_id: '1',
  });
  const says =
    (status: number, body: string, date = new Date()): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', date: date.toUTCString() }).end(body);
    };

  test('whose the token is, and that the clocks agree', async () => {
    expect(await findings(says(200, me))).toEqual([
      expect.stringMatching(/^good: .* answers; the token from FRONTDESK_TOKEN is of the API key till\. $/),
      expect.stringMatching(/^good: .* differ by \d s\. $/),
    ]);
  });

  test('that its clock is another', async () => {
    const [, clock] = await findings(says(200, me, new Date(Date.now() + 3_600_000)));
    expect(clock).toMatch(/^to do: The clock of .* is (3599|3600|3601) s ahead of this machine’s\. Set the clocks/);
  });

  test('that it does not take the token', async () => {
    const refusal = JSON.stringify({ error: { code: 'unauthorized', message: 'The token is not valid.' } });
    expect((await findings(says(401, refusal)))[0]).toMatch(/^to do: .* does not take the token .* frontdesk login/);
  });

  test.each([
    ['good', 'is signed by itself alone'],
    ['other', 'belongs to another server'],
  ] as const)('that its certificate is not to be trusted: %s.pem', async (name, words) => {
    if (name === 'other') trust(name);
    const server = createSecureServer({ key: pem('key'), cert: pem(name) }, says(200, me)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const [found] = await findingsAt(`https://localhost:${(server.address() as AddressInfo).port}`);
    expect(found).toMatch(new RegExp(`^to do: The certificate of localhost:\\d+ ${words}\\. Check the address`));
  });

  test('that there is no token', async () => {
    const found = await findings(says(200, '{"status":"ok"}'), async () => undefined);
    expect(found.slice(0, 2)).toEqual([
      expect.stringMatching(/^to do: There is no token .*frontdesk login/),
      expect.stringMatching(/^good: .* answers\. $/),
    ]);
  });
});

test('without a terminal its part says so, and the locale is still examined', async () => {
  const { shell } = shellHere({ LANG: 'C.UTF-8', TERM: 'xterm' });
  const found = await terminalFindings(shell, { link: 'auto', ambiguous: 'auto' });
  expect(found.map(({ state }) => state)).toEqual(['note', 'good']);
});

test.each([
  [[], 'good'],
  [['config.toml, line 1: link must be one of "auto".', 'config.toml, line 2: x is not a setting.'], 'to do'],
] as const)('each fault of the settings is a thing to do: %j', (faults, state) => {
  const { shell } = shellHere({ FRONTDESK_CONFIG: '/nowhere/config.toml' });
  const found = settingsFindings({ ...shell, faults });
  expect(found.map(one => one.state)).toEqual(new Array(Math.max(1, faults.length)).fill(state));
});

describe('the name server that is asked for the keys of mail', () => {
  test.for([
    ['that has no such key', 'none', 'good'],
    ['that fails', 'fails', 'to do'],
  ] as const)('%s', async ([, answer, state]) => {
    const { at } = await openTextServer(() => answer);
    expect(await dnsFinding(at)).toMatchObject({ state, message: expect.stringContaining(at) });
  });

  test('that is not there is reported with a remedy', async () => {
    const finding = await dnsFinding(`127.0.0.1:${await freePort()}`);
    expect(finding).toMatchObject({ state: 'to do', message: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(finding)).toContain('dns below [mail]');
  });
});

test('doctor names the marks of a folder of files that looks like several help centers’', () => {
  const folder = temporaryFolder();
  for (const name of ['owner-1', 'owner-2']) writeFileSync(join(folder, name), '');
  expect(keptFindings(new Map([['epoch', 'a']]), folder, 0)).toContainEqual(
    expect.objectContaining({
      state: 'note',
      message: `${folder} has the marks of 2 help centers (owner-1, owner-2), so no file in it is deleted: if one alone uses it, remove the marks and start that one again.`,
    }),
  );
});
