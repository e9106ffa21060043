import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCopies } from '../../../src/cli/desk/copies.ts';
import { createKeptFile } from '../../../src/cli/kept/kept-file.ts';
import { keptPath } from '../../../src/cli/kept/names.ts';
import { NOTHING_SAVED, writeKept } from '../../../src/cli/kept/rows.ts';
import { type AttachedFile, draftFileLines, type FileCopies } from '../../../src/state/files/attached-file.ts';
import type { SavedState } from '../../../src/state/kept/storage.ts';
import { isFull } from '../../harness/full.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { operationOf } from '../../state/operations.ts';

const MB = 1_000_000;

let folder: string;
let state: string;
let clock: ReturnType<typeof handClock>;
let copies: FileCopies;

beforeEach(() => {
  folder = temporaryFolder();
  state = join(folder, 'state');
  mkdirSync(state);
  clock = handClock();
  copies = createCopies(state, clock.setTimer);
});

function made(name: string, content: string | Buffer = 'invoice'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function kept(): readonly string[] {
  try {
    return readdirSync(join(state, 'attached'));
  } catch {
    return [];
  }
}

async function whyNot(path: string, maxBytes = 20 * MB): Promise<string> {
  const taken = await copies.take(path, maxBytes).catch((error: Error) => error.message);
  expect(kept()).toEqual([]);
  return String(taken).replaceAll(folder, '');
}

async function take(path: string): Promise<AttachedFile> {
  const [file] = await copies.take(path, 20 * MB);
  return file!;
}

async function contentOf(file: AttachedFile): Promise<string> {
  return String(await buffer(copies.read(file)));
}

describe('a copy', () => {
  test('is what the file was when it was attached, for the user alone', async () => {
    const path = made('my invoice.pdf');
    const file = await take(path);
    writeFileSync(path, 'another one');
    rmSync(path);
    expect(file).toMatchObject({ name: 'my invoice.pdf', size: 7 });
    expect(await contentOf(file)).toBe('invoice');
    const { mode } = statSync(join(state, 'attached', file.copy));
    expect([mode & 0o777, statSync(join(state, 'attached')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test('of a link is that of its file; of an empty file, empty', async () => {
    made('real.txt', 'real');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    expect(await contentOf(await take(join(folder, 'link.txt')))).toBe('real');
    expect(await contentOf(await take(made('empty.txt', '')))).toBe('');
  });

  test('has a name that is safe anywhere', async () => {
    const names = ['two\nlines.pdf', '\u001b]52;c;x\u0007.pdf', `${'n'.repeat(240)}.pdf`, '-rf.pdf', 'a\u202efdp.exe'];
    for (const name of names) {
      const { name: given } = await take(made(name));
      expect(given).toMatch(/^[^\p{Cc}\p{Cf}/-][^\p{Cc}\p{Cf}/]{0,119}$/u);
    }
  });

  test('is made of each file that a terminal drops', async () => {
    const [one, two] = [made('a b.pdf'), made("it's.pdf")];
    const dropped = `'${one}' '${two.replace("'", "'\\''")}' `;
    expect((await copies.take(dropped, 20 * MB)).map(({ name }) => name)).toEqual(['a b.pdf', "it's.pdf"]);
  });

  test('that is gone or damaged says so', async () => {
    const file = await take(made('a.pdf'));
    truncateSync(join(state, 'attached', file.copy), 3);
    await expect(contentOf(file)).rejects.toThrow('The copy of a.pdf is gone: attach the file again.');
    rmSync(join(state, 'attached', file.copy));
    await expect(contentOf(file)).rejects.toThrow('The copy of a.pdf is gone: attach the file again.');
  });
});

describe('nothing is copied of', () => {
  test('a folder, a pipe, a device, a file without an end', async () => {
    mkdirSync(join(folder, 'sub'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await whyNot(join(folder, 'sub'))).toBe('/sub is a folder: a file is needed.');
    expect(await whyNot(join(folder, 'pipe'))).toBe('/pipe is a device or a pipe: a file is needed.');
    expect(await whyNot('/dev/zero')).toBe('/dev/zero is a device or a pipe: a file is needed.');
    expect(await whyNot('/dev/tty')).toBe('/dev/tty is a device or a pipe: a file is needed.');
    expect(await whyNot('/proc/self/status')).toBe('/proc/self/status changed while it was read: attach it again.');
  });

  test('a file that is not there, is in a circle, or has an endless name', async () => {
    symlinkSync('circle', join(folder, 'circle'));
    expect(await whyNot(join(folder, 'no.pdf'))).toBe('There is no file /no.pdf.');
    expect(await whyNot(`${made('a.pdf')}/b`)).toBe('There is no file /a.pdf/b.');
    expect(await whyNot(join(folder, 'circle'))).toBe('/circle cannot be read: the system says ELOOP.');
    expect(await whyNot(`/${'n'.repeat(300)}`)).toMatch(/^The name \/n+… is too long\.$/);
    expect(await whyNot('nobody\u001b[31m')).toBe('There is no file nobody^[[31m.');
  });

  test('a folder or a device', async () => {
    writeFileSync(join(state, 'attached'), 'no folder');
    await expect(copies.take(made('a.pdf'), 20 * MB)).rejects.toThrow(
      'The file cannot be kept: the system says EEXIST.',
    );
  });

  const whyReadable = process.getuid?.() === 0 ? 'root may read everything' : undefined;

  test('an unreadable file', skippedFor(whyReadable), async () => {
    const path = made('secret.pdf');
    chmodSync(path, 0o000);
    expect(await whyNot(path)).toBe('You may not read /secret.pdf.');
  });

  test('more than may go, alone or together with others', async () => {
    const [small, large] = [made('small.pdf', 'abc'), made('large.pdf', Buffer.alloc(3_000))];
    expect(await whyNot(large, 2_000)).toBe('/large.pdf has 3 kB, but 2 kB more may go with it.');
    expect(await whyNot(`'${small}' '${large}'`, 3_000)).toBe('/large.pdf has 3 kB, but 3 kB more may go with it.');
    expect(await whyNot(small, 0)).toBe('/small.pdf has 3 B, but no more may go with it.');
  });

  test('a file that changes while it is read', async () => {
    const path = made('growing.log', Buffer.alloc(2 * MB));
    const taking = whyNot(path);
    const growing = setInterval(() => appendFileSync(path, 'more'), 0);
    expect(await taking.finally(() => clearInterval(growing))).toMatch(/changed while it was read: attach it again\.$/);
  });
});

describe('a copy is removed', () => {
  const none: SavedState = { operations: [], drafts: new Map() };
  const keep = (what: Partial<SavedState>): void => {
    const file = createKeptFile({
      path: keptPath(state, 'desk-0123', { agent: { id: 1, name: 'Ana' } }),
      now: Date.now,
      onDamage: () => {},
    });
    file.transact(sql => {
      sql('delete from desk').run();
      writeKept(sql, { id: 'd', mark: '', terminal: '', seenAt: 1 }, NOTHING_SAVED, { ...none, ...what });
    });
    file.close();
  };
  const entry = (file: AttachedFile) => ({
    key: 'k',
    name: 'note.add',
    args: { ids: [1], details: '', files: [file] },
    at: 1,
    state: 'waiting' as const,
    problem: null,
  });

  test('at once when it was dropped, and after an hour when it was sent', async () => {
    const [dropped, sent] = [await take(made('a.pdf')), await take(made('b.pdf'))];
    copies.release([dropped], 'dropped');
    copies.release([sent], 'sent');
    clock.advance(5_000);
    await expect.poll(kept).toEqual([sent.copy]);
    clock.advance(3_600_000);
    expect(kept()).toEqual([sent.copy]);
    clock.advance(600_000);
    await expect.poll(kept).toEqual([]);
  });

  test('not while a draft or an unsent change of any desk names it', async () => {
    const [draft, unsent, undone] = [await take(made('a.pdf')), await take(made('b.pdf')), await take(made('c.pdf'))];
    keep({
      drafts: new Map([['note:7', { files: draftFileLines([draft]) }]]),
      operations: [
        operationOf(entry(unsent)),
        operationOf(entry(undone), { id: 'undone', calls: [{ ...entry(undone), inverse: [], requests: [] }] }),
      ],
    });
    copies.release([draft, unsent, undone], 'dropped');
    clock.advance(5_000);
    await expect.poll(() => kept().toSorted()).toEqual([draft.copy, unsent.copy].toSorted());
  });

  test('at a later start if a killed desk left it, and only if every desk’s file can be read', async () => {
    const [old, young] = [await take(made('a.pdf')), await take(made('b.pdf'))];
    const before = Date.now() / 1_000 - 2 * 3_600;
    utimesSync(join(state, 'attached', old.copy), before, before);
    writeFileSync(join(state, 'desk-0123-agent-1.db'), 'this is not a database');
    createCopies(state, clock.setTimer);
    clock.advance(60_000);
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(kept()).toHaveLength(2);
    rmSync(join(state, 'desk-0123-agent-1.db'));
    createCopies(state, clock.setTimer);
    clock.advance(60_000);
    await expect.poll(kept).toEqual([young.copy]);
  });
});

test('memory stays flat while a large file is copied and read', async () => {
  const path = made('film.mp4', Buffer.alloc((isFull ? 20 : 2) * MB, 'film'));
  const file = await take(path);
  let most = 0;
  for await (const part of copies.read(file)) most = Math.max(most, part.length);
  expect(most).toBeLessThanOrEqual(65_536);
  expect(readFileSync(join(state, 'attached', file.copy)).equals(readFileSync(path))).toBe(true);
});
