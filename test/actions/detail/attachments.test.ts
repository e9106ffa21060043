import { beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import type { Disk } from '../../../src/state/host.ts';
import { createReads } from '../../../src/state/sync/reads.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { askedId, linesIn, optionsIn, titleIn, written } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { fakeDesk, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

function file(id: number, name: string, content_type: string, inline = false) {
  return { id, name: safeLine(name), content_type: safeLine(content_type), size: 1_000 * id, inline };
}

const LOGO = file(1, 'logo.png', 'image/png', true);
const PDF = file(2, 'receipt.pdf', 'application/pdf');
const LOG = file(3, 'error.log', 'text/plain');
const PROGRAM = file(4, 'update.exe', 'application/pdf');
const CONTENT = 'first line\nsecond \u001b[31mline';

/** Two messages, the first with a link, and a note. The selected entry is `entryKey`. */
function worldOf(entryKey: string): World {
  const world = sampleWorld(SIZE, { pane: 'detail' });
  const messages = [
    message(1, 'See https://a.example', { attachments: [LOGO, PDF], created_at: NOW - 3 }),
    message(2, 'Bye', { attachments: [LOG], created_at: NOW - 2 }),
    message(3, 'Odd', { attachments: [PROGRAM], created_at: NOW - 1 }),
  ];
  const notes = [note(9, 'Label', { attachments: [8], created_at: NOW - 9 })];
  const files = new Map([[8, file(8, 'label.csv', 'text/csv')]]);
  const threads = IdMap.of([[1042, { ...thread(messages, notes), files }]]);
  return { ...world, base: { ...world.base, threads }, detail: { ...world.detail, entryKey } };
}

let begun: [folder: string | null, name: string][];
let opened: string[];

function diskWith(more: Partial<Disk> = {}): Disk {
  return {
    folder: '~/Downloads/',
    whyNot: async folder => (folder === '/nowhere' ? t`There is no folder /nowhere.` : undefined),
    begin: async (folder, name) => {
      begun.push([folder, name]);
      return {
        write: async () => undefined,
        restart: async () => undefined,
        finish: async () => ({ path: `/private/${name}`, name }),
        discard: async () => undefined,
      };
    },
    ...more,
  };
}

function deskOn(world: World, disk: Disk | undefined = diskWith()): Desk {
  const { desk } = fakeDesk(world);
  const content = async () => new Response(CONTENT);
  Object.assign(desk, {
    hooks: { ...desk.hooks, disk },
    reads: createReads(),
    client: { ...desk.client, attachment: { ...desk.client.attachment, content } },
  });
  return desk;
}

function listed(desk: Desk): readonly string[] {
  if (askedId(desk) !== 'link.list') return [];
  return optionsIn(desk).map(({ label, detail }) => (detail ? `${label} | ${detail}` : label));
}

beforeEach(() => {
  begun = [];
  opened = [];
});

describe('L', () => {
  test('lists the attachments, those of the newest entry first and inline ones last, and then the links', () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list');
    expect(listed(desk)).toEqual([
      'update.exe | program · 4 kB',
      'error.log | text · 3 kB',
      'receipt.pdf | PDF · 2 kB',
      'logo.png | in the text · picture · 1 kB',
      'label.csv | table · 8 kB',
      'https://a.example',
    ]);
    press(desk, '/', 'l', 'o', 'g');
    expect(listed(desk)).toEqual(['error.log | text · 3 kB', 'logo.png | in the text · picture · 1 kB']);
  });

  test('saves the chosen one with s, in a folder that is asked for and remembered', async () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list', 'j', 'j', 's');
    expect(titleIn(desk)).toBe('Save receipt.pdf (2 kB) in this folder');
    expect(written(desk)?.draft.text).toBe('~/Downloads/');
    press(desk, 'x', 'enter');
    await expect
      .poll(() => desk.world().notice?.text)
      .toBe('Saved receipt.pdf in ~/Downloads/x, but only 27 B of 2 kB came from the help center.');
    expect(begun).toEqual([['~/Downloads/x', 'receipt.pdf']]);
    press(desk, 'link.list', 's');
    expect(written(desk)).toMatchObject({ draft: { text: '~/Downloads/x' } });
  });

  test('saves all of them with a, but not the logos', async () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list', 'a', 'enter');
    await expect
      .poll(() => desk.world().notice?.text)
      .toBe('Saved 4 attachments in ~/Downloads/, 4 of them shorter than the help center says.');
    expect(begun.map(([, name]) => name)).toEqual(['update.exe', 'error.log', 'receipt.pdf', 'label.csv']);
  });

  test('says at once that a folder cannot be, and the typed one stays to be corrected', async () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list', 's', 'ctrl-u', ...'/nowhere', 'enter');
    await expect.poll(() => desk.world().notice?.text).toBe('Nothing was saved. There is no folder /nowhere.');
    expect(written(desk)).toMatchObject({ draft: { text: '/nowhere' }, fault: 'There is no folder /nowhere.' });
    expect(begun).toEqual([]);
    press(desk, 'enter', 'n');
    await expect.poll(() => desk.world().notice?.text).toBe('Nothing was saved. There is no folder /nowhere.');
    expect(askedId(desk)).toBe('note.write');
  });

  test('takes the next key for the list below the box, and saves', async () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list', 's', 'enter', 'note.write');
    expect(askedId(desk)).toBe('note.write');
    await expect.poll(() => begun).toEqual([['~/Downloads/', 'update.exe']]);
  });
});

describe('an attachment', () => {
  test('that is a text is shown with Enter and o, and none of its escapes is', async () => {
    const desk = deskOn(worldOf('message:2'));
    press(desk, 'link.show');
    await expect.poll(() => askedId(desk)).toBe('attachment.show');
    expect(linesIn(desk)).toEqual(['first line', 'second ^[[31mline']);
    expect(begun).toEqual([]);
  });

  test('does not come as a surprise if the agent has begun to write meanwhile', async () => {
    const desk = deskOn(worldOf('message:2'));
    press(desk, 'link.show', 'note.write');
    await new Promise(resolve => setTimeout(resolve, 20));
    expect([desk.world().overlays.length, askedId(desk)]).toEqual([1, 'note.write']);
  });

  test('is opened from a private folder with the program of the settings', async () => {
    const disk = diskWith({ open: async path => void opened.push(path) });
    const desk = deskOn(worldOf('message:2'), disk);
    press(desk, 'link.list', 'j', 'j', 'o');
    await expect.poll(() => opened).toEqual(['/private/receipt.pdf']);
    expect(begun).toEqual([[null, 'receipt.pdf']]);
    expect(desk.world().notice?.text).toBe('Opened receipt.pdf');
  });

  test('that the program does not open is said with its reason', async () => {
    const desk = deskOn(
      worldOf('message:2'),
      diskWith({ open: () => Promise.reject(new Error('xdg-open ended with code 3.')) }),
    );
    press(desk, 'link.list', 'j', 'j', 'o');
    await expect.poll(() => desk.world().notice?.text).toBe('receipt.pdf was not opened: xdg-open ended with code 3.');
  });

  test('that is a program is never opened, even with another type', async () => {
    const desk = deskOn(worldOf('message:3'), diskWith({ open: async path => void opened.push(path) }));
    press(desk, 'link.show');
    expect(desk.world().notice?.text).toBe('update.exe is a program: it is never opened · L, then s saves it');
    press(desk, 'link.list', 'o', 'enter');
    expect(listed(desk)).toHaveLength(6);
    await new Promise(resolve => setTimeout(resolve, 20));
    expect([opened, begun]).toEqual([[], []]);
  });

  test('that no program opens says which setting names one', () => {
    const desk = deskOn(worldOf('message:1'));
    press(desk, 'link.list', 'j', 'j', 'enter');
    expect(desk.world().notice?.text).toBe('No program is set that opens a PDF (open_attachment) · L, then s saves it');
  });
});

test('o lists what an entry has if it has several; a logo beside a link does not count', () => {
  const desk = deskOn(worldOf('message:1'));
  press(desk, 'link.show');
  expect(listed(desk)).toEqual(['receipt.pdf | PDF · 2 kB', 'https://a.example']);
});
