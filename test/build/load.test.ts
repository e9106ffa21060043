import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';

type Program = Record<string, (...args: unknown[]) => unknown>;

interface Loader {
  load(name: string): Program;
  keep(): void;
}

interface Own {
  codeFolder(env: Record<string, string>, platform: string): string | undefined;
  createLoader(kind: string, places: { dist: string; folder?: string | undefined; now?: () => number }): Loader;
}

// Node reads it as it is: it has no types.
const { codeFolder, createLoader }: Own = await import(String(new URL('../../bin/load.js', import.meta.url)));

/** As the build writes a file: its hash first. */
function written(hash: string, code: string): string {
  return `/*${hash.repeat(16)}*/"use strict";${code}`;
}

const LATER = `exports.later = () => { let a = 1; ${'a += 2; '.repeat(200)} return a; };`;

function placesOf() {
  const folder = temporaryFolder();
  const places = { dist: join(folder, 'dist'), folder: join(folder, 'cache/frontdesk') };
  mkdirSync(places.dist);
  writeFileSync(join(places.dist, 'one.cjs'), written('1', `exports.name = require("./two.cjs").say("one"); ${LATER}`));
  writeFileSync(join(places.dist, 'two.cjs'), written('2', 'exports.say = name => name + " says two";'));
  return places;
}

function codeOf({ folder }: { folder: string }): string {
  return join(folder, 'desk-one.cjs.bin');
}

function start(places: ReturnType<typeof placesOf>, use: (program: Program) => void = () => {}, now = Date.now()) {
  const loader = createLoader('desk', { ...places, now: () => now });
  const program = loader.load('one.cjs');
  use(program);
  loader.keep();
  return program;
}

test('a file is run once, with the files that it loads', () => {
  const loader = createLoader('desk', placesOf());
  expect(loader.load('one.cjs').name).toBe('one says two');
  expect(loader.load('one.cjs')).toBe(loader.load('one.cjs'));
});

test('the kept code has the functions that ran after their file', () => {
  const [idle, busy] = [placesOf(), placesOf()];
  start(idle);
  start(busy, ({ later }) => later!());
  expect(readdirSync(idle.folder).sort()).toEqual(['desk-one.cjs.bin', 'desk-two.cjs.bin']);
  expect(statSync(codeOf(busy)).size).toBeGreaterThan(statSync(codeOf(idle)).size + 1_000);
  expect(statSync(codeOf(idle)).mode & 0o777).toBe(0o600);
});

test('the first three starts keep code again, and a start a day later, with the code that later starts have run', () => {
  const places = placesOf();
  start(places);
  const { size } = statSync(codeOf(places));
  start(places, ({ later }) => later!());
  expect(statSync(codeOf(places)).size).toBeGreaterThan(size + 1_000);
  start(places);
  const third = statSync(codeOf(places));
  expect(third.size).toBeGreaterThan(size + 1_000);
  start(places);
  expect(statSync(codeOf(places)).ino).toBe(third.ino);
  start(places, () => {}, Date.now() + 25 * 3_600_000);
  expect(statSync(codeOf(places)).ino).not.toBe(third.ino);
});

test('the code of another build is not taken, even if that is as long', () => {
  const places = placesOf();
  start(places);
  writeFileSync(join(places.dist, 'two.cjs'), written('3', 'exports.say = name => name + " says 222";'));
  expect(start(places).name).toBe('one says 222');
  expect(start(places).name).toBe('one says 222');
});

describe('code that is not as it was written is not taken, and is replaced', () => {
  const DAMAGE: Record<string, (bytes: Buffer) => Buffer> = {
    'a bit': bytes => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)) as Buffer,
    'its end': bytes => bytes.subarray(0, -8),
    'its beginning': bytes => bytes.fill(0, 0, 100),
    everything: () => Buffer.alloc(0),
  };
  test.each(Object.keys(DAMAGE))('%s', what => {
    const places = placesOf();
    start(places);
    const path = codeOf(places);
    const whole = readFileSync(path);
    const damaged = DAMAGE[what]!(Buffer.from(whole));
    writeFileSync(path, damaged);
    expect(start(places).name).toBe('one says two');
    // V8 writes a few bytes more or less each time.
    expect(Math.abs(readFileSync(path).length - whole.length)).toBeLessThan(whole.length / 10);
    expect(readFileSync(path).equals(damaged)).toBe(false);
  });
});

test('a program starts where nothing can be kept', () => {
  const places = placesOf();
  expect(start({ ...places, folder: '/proc/none' }).name).toBe('one says two');
  const loader = createLoader('desk', { dist: places.dist });
  expect(loader.load('one.cjs').name).toBe('one says two');
  loader.keep();
});

test('a file that cannot be loaded fails each time', () => {
  const places = placesOf();
  writeFileSync(join(places.dist, 'bad.cjs'), written('4', 'throw new Error("bad start");'));
  const loader = createLoader('desk', places);
  for (let time = 0; time < 2; time++) expect(() => loader.load('bad.cjs')).toThrow('bad start');
});

test('code is kept in the user’s own folder, or where Node’s variables say', () => {
  const home = { HOME: '/home/mia' };
  expect(codeFolder(home, 'linux')).toBe('/home/mia/.cache/frontdesk');
  expect(codeFolder(home, 'darwin')).toBe('/home/mia/Library/Caches/frontdesk');
  expect(codeFolder({ ...home, XDG_CACHE_HOME: '/cache' }, 'linux')).toBe('/cache/frontdesk');
  expect(codeFolder({ ...home, XDG_CACHE_HOME: 'cache' }, 'linux')).toBe('/home/mia/.cache/frontdesk');
  expect(codeFolder({ ...home, NODE_COMPILE_CACHE: '/node' }, 'linux')).toBe('/node/frontdesk');
  expect(codeFolder({ ...home, NODE_DISABLE_COMPILE_CACHE: '1' }, 'linux')).toBeUndefined();
  expect(codeFolder({}, 'linux')).toBeUndefined();
});

test('no code is kept in a folder that is a link, or that others can write', () => {
  const places = placesOf();
  const elsewhere = join(places.dist, '..', 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  mkdirSync(join(places.folder, '..'));
  symlinkSync(elsewhere, places.folder);
  start(places);
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(places.folder);
  mkdirSync(places.folder);
  chmodSync(places.folder, 0o777);
  start(places);
  expect(readdirSync(places.folder)).toEqual([]);
});

test('code is neither read nor written through a link', () => {
  const places = placesOf();
  start(places);
  const kept = join(places.dist, '..', 'kept.bin');
  renameSync(codeOf(places), kept);
  symlinkSync(kept, codeOf(places));
  const before = statSync(kept).mtimeMs;
  const theirs = join(places.dist, '..', 'theirs');
  writeFileSync(theirs, 'theirs');
  symlinkSync(theirs, `${codeOf(places)}.${process.pid}`);
  start(places);
  expect([statSync(kept).mtimeMs, readFileSync(theirs, 'utf8')]).toEqual([before, 'theirs']);
  expect(lstatSync(codeOf(places)).isFile()).toBe(true);
});
