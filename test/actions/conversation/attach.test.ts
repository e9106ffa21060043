import { beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { draftFiles } from '../../../src/state/drafts/files.ts';
import type { AttachedFile, FileCopies } from '../../../src/state/files/attached-file.ts';
import { t } from '../../../src/text/safe.ts';
import { written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { type Asked, fakeDesk, sampleWorld } from '../../ui/world.ts';

const ID = 1042;
const INVOICE: AttachedFile = { copy: '0'.repeat(32), name: t`invoice.pdf`, size: 7_000_000 };
const PHOTO: AttachedFile = { copy: '1'.repeat(32), name: t`photo.jpg`, size: 5_000_000 };

let desk: Desk;
let asked: Asked;
let taken: [typed: string, maxBytes: number][];
let released: string[];
let copying: PromiseWithResolvers<readonly AttachedFile[]>;

beforeEach(() => {
  taken = [];
  released = [];
  copying = Promise.withResolvers();
  const copies: FileCopies = {
    take: (typed, maxBytes) => {
      taken.push([typed, maxBytes]);
      return copying.promise;
    },
    read: async function* () {},
    release: (files, why) => void released.push(...files.map(({ name }) => `${name} ${why}`)),
  };
  const world = sampleWorld({ columns: 80, rows: 24 });
  const fake = fakeDesk({ ...world, list: { ...world.list, cursorId: ID, marks: new Set() } });
  ({ asked } = fake);
  desk = { ...fake.desk, hooks: { ...fake.desk.hooks, copies } };
});

function press(...names: string[]): void {
  pressOn(desk, ...names);
}

function type(text: string): void {
  press(...text);
}

function paste(text: string): void {
  pasteOn(desk, text);
}

/** Attaches what is copied for a path. */
async function attach(...files: readonly AttachedFile[]): Promise<void> {
  press('ctrl-t');
  type('~/a');
  press('enter');
  copying.resolve(files);
  await new Promise(resolve => setImmediate(resolve));
  copying = Promise.withResolvers();
}

function files(): readonly AttachedFile[] {
  return draftFiles(desk.world().drafts, 'note', ID);
}

describe('a file in the box of a note', () => {
  beforeEach(() => press('note.write'));

  test('is asked for by Ctrl-t, even if there are files', async () => {
    await attach(INVOICE);
    press('ctrl-t');
    type('~/b');
    expect(written(desk)).toMatchObject({ id: 'file.attach', draft: { text: '~/b' } });
  });

  test('asks for a path, and the file goes with the note', async () => {
    type('See it.');
    await attach(INVOICE);
    expect(taken).toEqual([['~/a', 20_000_000]]);
    expect(written(desk)).toMatchObject({
      id: 'note.write',
      draft: { text: 'See it.' },
    });
    press('ctrl-d');
    expect(asked.commits).toMatchObject([{ name: 'note.add', args: { details: 'See it.', files: [INVOICE] } }]);
    expect(files()).toEqual([]);
  });

  test('lists the files that are there, and leaves room for 20 MB together', async () => {
    await attach(INVOICE);
    await attach(PHOTO);
    press('tab', 'enter', 'enter');
    type('b');
    press('enter');
    expect(taken.map(([, room]) => room)).toEqual([20_000_000, 13_000_000, 8_000_000]);
    expect(files()).toEqual([INVOICE, PHOTO]);
  });

  test('removes one with x, and nothing on the row that asks for another', async () => {
    await attach(INVOICE, PHOTO);
    press('tab', 'enter', 'x');
    expect(files()).toEqual([INVOICE, PHOTO]);
    press('j', 'x');
    expect(files()).toEqual([PHOTO]);
    expect(released).toEqual(['invoice.pdf dropped']);
    expect(desk.world().notice?.text).toBe('Removed invoice.pdf');
  });

  test('says why a file was not attached, below its path', async () => {
    press('tab');
    paste('/dev/zero\n');
    press('enter');
    copying.reject(new Error('/dev/zero is a device or a pipe: a file is needed.'));
    await new Promise(resolve => setImmediate(resolve));
    expect(written(desk)).toMatchObject({ id: 'file.attach', fault: /device/ });
    expect(desk.world().notice?.text).toBe('Nothing was attached. /dev/zero is a device or a pipe: a file is needed.');
    expect(files()).toEqual([]);
    // Once a file is attached, the line is no longer true.
    copying = Promise.withResolvers();
    press('enter');
    copying.resolve([INVOICE]);
    await new Promise(resolve => setImmediate(resolve));
    expect([files(), desk.world().notice]).toEqual([[INVOICE], null]);
  });

  test('takes no key but Esc while the file is copied, and then does not attach it', async () => {
    press('tab');
    type('~/a');
    press('enter', 'enter');
    type('bc');
    expect(taken).toHaveLength(1);
    press('esc');
    copying.resolve([INVOICE]);
    await new Promise(resolve => setImmediate(resolve));
    expect(files()).toEqual([]);
    expect(released).toEqual(['invoice.pdf dropped']);
  });

  test('attaches nothing without a path, and sends no note without text and files', () => {
    press('tab', 'enter', 'enter');
    expect(taken).toEqual([]);
    expect(desk.world().notice?.text).toBe('Nothing is named yet: no file was attached.');
    press('esc', 'ctrl-d');
    expect(asked.commits).toEqual([]);
  });

  test('says what is missing where the help center takes no files', () => {
    desk.set({ offers: { ...desk.world().offers, 'attachment.create': t`This help center takes no files.` } });
    press('tab');
    type('~/a');
    press('enter');
    expect(taken).toEqual([]);
    expect(desk.world().notice?.text).toBe('This help center takes no files.');
  });

  test('keeps the files with the draft after Esc', async () => {
    await attach(INVOICE);
    press('esc', 'note.write');
    expect(files()).toEqual([INVOICE]);
    press('ctrl-d');
    expect(asked.commits).toMatchObject([{ name: 'note.add', args: { details: '', files: [INVOICE] } }]);
  });
});
