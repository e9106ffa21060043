import { describe, expect, test } from 'vitest';
import type { Host } from '../../../src/state/host.ts';
import type { World } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, message, sampleWorld, thread } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

function open(more: Partial<World> = {}, hooks: Partial<Host> = {}) {
  const world = sampleWorld(SIZE, more);
  const { desk, asked } = fakeDesk({ ...world, list: { ...world.list, marks: new Set() } });
  Object.assign(desk.hooks, hooks);
  const press = (...names: string[]) => pressOn(desk, ...names);
  return { desk, asked, press, notice: () => desk.world().notice?.text };
}

describe('y and one more key copy', () => {
  test.for([
    ['copy.id', '#1042', 'Copied #1042 · yy shows it'],
    ['copy.title', 'Refund for order 7741', 'Copied the title of #1042 · yy shows it'],
    ['copy.link', '#1042', 'Copied the link of #1042 · yy shows it'],
    ['copy.address', 'zoe@customer.example', 'Copied the address of #1042 · yy shows it'],
  ] as const)('%s copies “%s”', ([id, copied, said]) => {
    const { asked, press, notice } = open();
    press(id);
    expect(asked.calls).toEqual([`copy ${copied}`]);
    expect(notice()).toBe(said);
  });

  test('ym copies the selected note in the detail, and the newest message in the list', () => {
    const detail = { ...sampleWorld(SIZE).detail, entryKey: 'note:1' };
    const inDetail = open({ pane: 'detail', detail });
    inDetail.press('copy.message');
    expect(inDetail.asked.calls).toEqual(['copy Warehouse confirms. Refund needs Bob’s approval.']);
    expect(inDetail.notice()).toBe('Copied the note of Ana Ortiz · yy shows it');
    const inList = open();
    inList.press('copy.message');
    expect(inList.asked.calls[0]).toMatch(/^copy Thank you, Zoë\./);
  });

  test('the marked conversations are copied together; a message is the one under the cursor', () => {
    const { desk, asked, press } = open();
    desk.set({ list: { ...desk.world().list, marks: new Set([1038, 1035]) } });
    press('copy.id');
    expect(asked.calls).toEqual(['copy #1038 #1035']);
    press('copy.title');
    expect(asked.calls[1]).toBe('copy Parcel went back to sender\n配送先を変更したい');
    press('copy.message');
    expect(asked.calls[2]).toMatch(/^copy Thank you, Zoë\./);
  });

  test('a message that is not read yet says how to read it', () => {
    const { press, notice } = open();
    press('cursor.down', 'copy.message');
    expect(notice()).toBe('#1041 is not read yet: Enter opens it.');
  });

  test('at a help center with an address, the link is a URL', () => {
    const { asked, press } = open({}, { linkTo: id => safeLine(`https://help.example/${id}`) });
    press('copy.link');
    expect(asked.calls).toEqual(['copy https://help.example/1042']);
  });
});

describe('the text is shown without borders', () => {
  test('at once if the terminal does not take it', () => {
    const { desk, press } = open({}, { copy: () => false });
    press('copy.title');
    const rows = rowsOf(desk).map(row => row.trim());
    const at = rows.indexOf('the title of #1042 (not copied by this terminal): select it here');
    expect(rows[at + 1]).toBe('Refund for order 7741');
  });

  test('with yy, and yy says if nothing was copied', () => {
    const { desk, press, notice } = open();
    press('copy.show');
    expect(notice()).toBe('Nothing was copied yet: y and one more key copies.');
    press('copy.title', 'copy.show');
    const rows = rowsOf(desk).map(row => row.trimEnd());
    expect(rows[rows.indexOf(' the title of #1042') + 1]).toBe('Refund for order 7741');
  });

  test('over a slow link if it is long', () => {
    const words = 'word '.repeat(600);
    const { desk, asked, press } = open({ link: 'slow' });
    const threads = desk.world().base.threads.with([[1042, thread([message(1, words)])]]);
    desk.set({ base: { ...desk.world().base, threads } });
    press('copy.message');
    expect(asked.calls).toEqual([]);
    expect(rowsOf(desk)[0]).toContain('too long to copy over this link');
  });

  test('yp fills the screen with the whole message, G goes to its end, Esc closes it', () => {
    const { desk, press } = open();
    const text = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of the message.`).join('\n');
    const threads = desk.world().base.threads.with([[1042, thread([message(1, text)])]]);
    desk.set({ base: { ...desk.world().base, threads } });
    press('message.plain');
    const rows = rowsOf(desk).map(row => row.trimEnd());
    expect(rows.slice(1, 23)).toEqual(safeBlock(text).split('\n').slice(0, 22));
    press('G');
    expect(rowsOf(desk)[22]!.trimEnd()).toBe('Line 60 of the message.');
    press('esc');
    expect(desk.world().overlays).toEqual([]);
  });

  test('a short message leaves nothing of the panes on the screen', () => {
    const { desk, press } = open();
    press('message.plain');
    const rows = rowsOf(desk);
    expect(rows.slice(4, 23).join('').trim()).toBe('');
  });
});
