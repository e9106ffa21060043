import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  clearFrames,
  framePath,
  type KeptFrame,
  readFrame,
  writeFrame,
} from '../../../src/cli/first-frame/frame-file.ts';
import { startKey } from '../../../src/cli/first-frame/start-key.ts';
import { isStillTrue } from '../../../src/cli/first-frame/still-true.ts';
import { isAsBefore, tokenMark, witness } from '../../../src/cli/first-frame/witness.ts';
import { paintingOf } from '../../../src/terminal/output/stage.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const FRAME: KeptFrame = {
  ...paintingOf('Unresolved\n\x1b[1m> Zoë\x1b[m', 40, 10, { color: true, pacing: 'none' }),
  aim: 'aim',
  asOf: 1,
  until: 2,
  witnesses: [],
  token: null,
};
const START = { args: [], environment: { TERM: 'xterm', HOME: '/home/ana' }, folder: '/work' };

test('a frame is read as it was kept, in a file for its owner alone', () => {
  const path = framePath(temporaryFolder(), 'a'.repeat(32));
  expect(readFrame(path)).toBeUndefined();
  writeFrame(path, FRAME);
  expect(readFrame(path)).toEqual(FRAME);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a damaged file is not a frame, wherever it is cut or changed', () => {
  const path = framePath(temporaryFolder(), 'a'.repeat(32));
  writeFrame(path, FRAME);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 29) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    writeFileSync(path, changed);
    expect(readFrame(path), `changed at ${at}`).toBeUndefined();
    writeFileSync(path, whole);
    truncateSync(path, at);
    expect(readFrame(path), `cut at ${at}`).toBeUndefined();
  }
  writeFrame(path, { ...FRAME, bytes: `${FRAME.bytes}\x1b]0;title\x07` });
  expect(readFrame(path)).toBeUndefined();
});

test('a limited number of frames is kept, the newest, and all are removed at once', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'desk.log'), '');
  for (let index = 0; index < 20; index++) {
    const path = framePath(folder, index.toString(16).padStart(32, '0'));
    writeFrame(path, FRAME);
    utimesSync(path, 1_000 + index, 1_000 + index);
  }
  const names = readdirSync(folder).filter(name => name.startsWith('frame-'));
  expect(names).toHaveLength(16);
  expect(names.sort()[0]).toContain('04.json');
  expect(clearFrames(folder)).toBeGreaterThan(16 * FRAME.bytes.length);
  expect(readdirSync(folder)).toEqual(['desk.log']);
});

test.for([
  ['other arguments', { args: ['--read-only'] }],
  ['another terminal', { environment: { ...START.environment, TERM: 'linux' } }],
  ['no colours', { environment: { ...START.environment, NO_COLOR: '1' } }],
  ['a locale', { environment: { ...START.environment, LC_ALL: 'C' } }],
  ['another agent’s token', { environment: { ...START.environment, FRONTDESK_TOKEN: 't' } }],
  ['another profile', { environment: { ...START.environment, FRONTDESK_PROFILE: 'night' } }],
  ['a multiplexer', { environment: { ...START.environment, TMUX: '/tmp/1,2' } }],
  ['mosh', { environment: { ...START.environment, NCURSES_NO_UTF8_ACS: '1' } }],
  ['another home', { environment: { ...START.environment, HOME: '/home/bob' } }],
])('a start with %s has another frame', ([, change]) => {
  expect(startKey({ ...START, ...(change as object) })).not.toBe(startKey(START));
});

test('a start from another folder, or in another session, has the same frame, unless a path may be meant by it', () => {
  const elsewhere = { ...START, folder: '/tmp' };
  const session = { ...START.environment, SSH_CONNECTION: '1 2 3', WINDOWID: '7', FRONTDESK_URL: '' };
  expect(startKey(elsewhere)).toBe(startKey(START));
  expect(startKey({ ...START, environment: session })).toBe(startKey(START));
  const told = { ...START, args: ['--database', 'center.db'] };
  expect(startKey({ ...told, folder: '/tmp' })).not.toBe(startKey(told));
});

test('a witness sees that a settings file was written, made or removed, and that a database is another file', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'config.toml');
  const absent = witness(path, 'contents');
  expect(isAsBefore(absent)).toBe(true);
  writeFileSync(path, 'ascii = true');
  expect(isAsBefore(absent)).toBe(false);
  const [contents, file] = [witness(path, 'contents'), witness(path, 'file')];
  expect([contents, file].every(isAsBefore)).toBe(true);
  writeFileSync(path, 'ascii = false');
  expect([contents, file].map(isAsBefore)).toEqual([false, true]);
});

test('a frame is shown to the agent whose token it is, and not for ever', () => {
  const day = 24 * 3_600_000;
  const file = join(temporaryFolder(), 'token');
  const own = { asOf: 0, until: 30 * day, witnesses: [], token: { hash: tokenMark('ana') } };
  const inFile = { ...own, token: { ...own.token, file } };
  expect(isStillTrue(own, { FRONTDESK_TOKEN: ' ana ' }, day)).toBe(true);
  expect(isStillTrue(own, { FRONTDESK_TOKEN: 'bob' }, day)).toBe(false);
  expect(isStillTrue(own, {}, day)).toBe(false);
  expect(isStillTrue(inFile, { FRONTDESK_TOKEN: 'ana' }, day)).toBe(false);
  writeFileSync(file, 'ana\n', { mode: 0o600 });
  expect(isStillTrue(inFile, {}, day)).toBe(true);
  writeFileSync(file, 'bob\n');
  expect(isStillTrue(inFile, {}, day)).toBe(false);
  const embedded = { ...own, token: null };
  expect(isStillTrue(embedded, {}, 29 * day)).toBe(true);
  expect(isStillTrue(embedded, {}, 31 * day)).toBe(false);
  expect(isStillTrue({ ...embedded, asOf: day }, {}, 0)).toBe(false);
  expect(tokenMark('ana')).not.toContain('ana');
});
