import { afterEach, expect, test, vi } from 'vitest';
import { linksOf } from '../../../src/actions/detail/links.ts';
import { safeBlock } from '../../../src/text/safe.ts';
import { linesIn, textOf } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { LONG_TEXT, openPartsDesk } from '../../state/sync/parts-desk.ts';

const TEXT = `${LONG_TEXT}The needle at https://shop.example/end`;
const WHOLE = safeBlock(TEXT);

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** A desk over a slow link on a conversation whose message is read in part. */
async function open() {
  const hooks = {
    copy: vi.fn<(text: string) => boolean>(() => true),
    pager: vi.fn<(text: string) => Promise<void>>(async () => undefined),
  };
  const bench = await openPartsDesk({ texts: [TEXT], hooks, roundTripMs: 500, msPerKilobyte: 5 });
  close = bench.close;
  const { desk } = bench;
  const said: string[] = [];
  desk.store.subscribe(({ notice }, before) => {
    if (notice && notice !== before.notice) said.push(notice.text);
  });
  await bench.open();
  desk.set({ pane: 'detail' });
  expect(bench.message()!.truncated).toBe(true);
  const press = (...names: string[]) => pressOn(desk, ...names);
  return { ...bench, ...hooks, press, said };
}

test('ym copies the whole message, and shows how far it is read', async () => {
  const { copy, press, said } = await open();
  press('copy.message');
  expect(copy).not.toHaveBeenCalled();
  await expect.poll(() => copy).toHaveBeenCalledWith(WHOLE);
  expect(said[0]).toMatch(/^Reading the rest: 4 kB of \d+ kB$/);
});

test('yp shows the whole message', async () => {
  const { desk, press } = await open();
  press('message.plain');
  await expect.poll(() => desk.world().overlays).toHaveLength(1);
  expect(linesIn(desk).at(-1)).toContain('needle');
});

test('without the link nothing is copied, and the read part stays', async () => {
  const { copy, press, said, link, message } = await open();
  const before = message()!.body_text;
  link.isUp = false;
  press('copy.message');
  await expect.poll(() => said.at(-1)).toMatch(/^Not copied: the rest of the message is not read\. /);
  expect([copy.mock.calls, message()!.body_text]).toEqual([[], before]);
});

test('nothing is copied if the agent has moved on meanwhile', async () => {
  const { copy, press, desk, message } = await open();
  press('copy.message');
  desk.set({ detail: { ...desk.world().detail, conversationId: 999 } });
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(copy).not.toHaveBeenCalled();
  expect([message()!.truncated, desk.world().notice]).toEqual([true, null]);
});

test('a transcript has the whole message; without the link it says what it lacks', async () => {
  const { pager, press, link } = await open();
  link.isUp = false;
  press('conversation.transcript');
  await expect.poll(() => pager).toHaveBeenCalledOnce();
  expect(pager.mock.calls[0]![0]).toMatch(/\(… \d+ kB more, which could not be read\)/);
  link.isUp = true;
  press('conversation.transcript');
  await expect.poll(() => pager).toHaveBeenCalledTimes(2);
  expect(pager.mock.calls[1]![0]).toContain('needle');
  expect(pager.mock.calls[1]![0]).not.toContain('could not be read');
});

test('a search reads on until it finds the words', async () => {
  const { desk, press } = await open();
  press('detail.find');
  press(...'needle');
  press('enter');
  await expect.poll(() => desk.world().detail.find?.matches).toHaveLength(1);
  expect(linksOf(desk.world())).toEqual(['https://shop.example/end']);
});

test('without the link a search says that not all was searched', async () => {
  const { press, said, link } = await open();
  link.isUp = false;
  press('detail.find');
  press(...'needle');
  press('enter');
  await expect.poll(() => said.at(-1)).toBe('“needle” is not in what is read: a long message is not read to its end');
});

test('ctrl-y quotes the whole message', async () => {
  const { desk, press } = await open();
  press('conversation.reply');
  press('ctrl-y');
  const text = () => textOf(desk)?.text;
  await expect.poll(() => text()).toContain('> The needle');
});

test('Enter at the end of the read part reads on', async () => {
  const { desk, press, message, parts } = await open();
  const before = message()!.body_text.length;
  press('cursor.bottom', 'open');
  await expect.poll(() => message()!.body_text.length).toBeGreaterThan(before);
  await expect.poll(() => desk.world().detail.loading).toBe(false);
  expect(parts()).toHaveLength(1);
});
