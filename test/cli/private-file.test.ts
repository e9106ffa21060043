import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPassword } from '../../src/center/mail/sign-in.ts';
import { tokenInFile } from '../../src/cli/elsewhere/token.ts';
import { framePath, readFrame, writeFrame } from '../../src/cli/first-frame/frame-file.ts';
import { createViewsFile } from '../../src/cli/kept/views-file.ts';
import { readPrivate, rewritePrivate, writePrivate } from '../../src/cli/private-file.ts';
import { signInsText } from '../../src/cli/sign-ins.ts';
import { paintingOf } from '../../src/terminal/output/stage.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const SOMEBODY = 4_711;
const isRoot = process.geteuid?.() === 0;

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'file');
});

/** A file with this text that another user has put there. */
function foreign(text: string, name = 'file'): string {
  const at = join(folder, name);
  writeFileSync(at, text, { mode: 0o600 });
  chownSync(at, SOMEBODY, SOMEBODY);
  return at;
}

/** A link in the file's place, and what it leads to. */
function linked(text: string, from = path): string {
  const target = join(folder, 'target');
  writeFileSync(target, text, { mode: 0o600 });
  symlinkSync(target, from);
  return target;
}

test('a private file is read only if others can neither read it nor lead elsewhere', () => {
  writePrivate(path, 'mine');
  expect([readPrivate(path), statSync(path).mode & 0o777]).toEqual(['mine', 0o600]);
  chmodSync(path, 0o640);
  expect(() => readPrivate(path)).toThrow(/can be read by others\. Close it with: chmod 600/);
  const link = join(folder, 'link');
  linked('theirs', link);
  expect(() => readPrivate(link)).toThrow('is a symbolic link');
  expect(readPrivate(link, { isNamed: true })).toBe('theirs');
  expect(() => readPrivate(folder)).toThrow('is a folder');
});

test('a write replaces a link, and goes through none', () => {
  const target = linked('theirs');
  const other = join(folder, 'other');
  writeFileSync(other, 'other');
  symlinkSync(other, `${path}.${process.pid}`);
  writePrivate(path, 'mine');
  expect([target, other, path].map(one => readFileSync(one, 'utf8'))).toEqual(['theirs', 'other', 'mine']);
});

test('nothing is written into a folder that others can write', () => {
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  expect(() => writePrivate(join(open, 'file'), 'mine')).toThrow('is in a folder that others can write');
  expect(existsSync(join(open, 'file'))).toBe(false);
});

describe('a file of another user', skippedFor(isRoot ? undefined : 'only root may give a file away'), () => {
  test('is neither read nor written', () => {
    const file = foreign('theirs');
    expect(() => readPrivate(file, { isNamed: true })).toThrow('belongs to another user');
    expect(() => rewritePrivate(file, 'mine')).toThrow('belongs to another user');
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, SOMEBODY, SOMEBODY);
    expect(() => writePrivate(join(home, 'file'), 'mine')).toThrow('folder that others can write');
  });

  test('is not a sign-in, token, password, frame or view', async () => {
    expect(() => signInsText(foreign('[]', 'sign-ins.json'))).toThrow('belongs to another user');
    expect(() => tokenInFile(foreign('fdtoken', 'token'))).toThrow('belongs to another user');
    await expect(readPassword(foreign('secret', 'password'))).rejects.toThrow('belongs to another user');
    const frame = framePath(folder, 'a'.repeat(32));
    const drawn = paintingOf('Refund', 40, 10, { color: true, pacing: 'none' });
    writeFrame(frame, { ...drawn, aim: '', asOf: 0, until: 1, witnesses: [], token: null });
    expect(readFrame(frame)?.frame).toBe('Refund');
    chownSync(frame, SOMEBODY, SOMEBODY);
    expect(readFrame(frame)).toBeUndefined();
    const views = createViewsFile({ path: foreign('{"views":[]}', 'views.json'), center: 'x', now: () => 0 });
    expect(views.read().fault).toContain('belongs to another user');
  });
});

test('a link is not a sign-in, frame or view, and a token that the user names may be behind one', () => {
  linked('fdtoken');
  expect(() => signInsText(path)).toThrow('is a symbolic link');
  expect(createViewsFile({ path, center: 'x', now: () => 0 }).read().fault).toContain('is a symbolic link');
  expect(tokenInFile(path)).toBe('fdtoken');
});
