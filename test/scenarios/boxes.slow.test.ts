import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import type { ActionId } from '../../src/state/world/overlay.ts';
import { costOf } from '../harness/cost.ts';
import type { Terminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { furnishCenter, type Link, openBenchDesk, type Size } from '../harness/wire-desk.ts';

/** As `auto` lays them out. */
const STACKED = { columns: 120, rows: 36, isStacked: true } as const;
const BESIDE = { columns: 200, rows: 50 } as const;

/** Bytes, at 120x36. */
const MOST = 1_536;
/** Times the text of the cells that change. */
const SHARE = 1.15;

/**
 * What costs more than that share: opened, closed, or both together. The rows of a narrow box are short, and each needs a
 * way to its beginning and another to its walls: 8 bytes or so, of 40 that it has. In the corner it covers blanks, which
 * are not text that changes; over words it would cost more, and this share would be lower. `numbers` and `list.facets` are
 * drawn again when their figures are there. Behind a page that is as wide as the screen, rows come back with three looks
 * each (text, agent, late age), and so does the row behind the hints of `list.filter` and `detail.find`.
 */
const DEARER: Partial<Record<ActionId, { readonly open?: number; readonly close?: number; readonly both?: number }>> = {
  'conversation.tag': { open: 1.45, both: 1.2 },
  'conversation.assign': { open: 1.35 },
  'list.filter': { open: 1.5, close: 1.5, both: 1.35 },
  'conversation.status': { open: 1.45 },
  'conversation.merge': { open: 1.4 },
  help: { open: 1.45, both: 1.25 },
  'reply.saved': { open: 1.55, both: 1.2 },
  'conversation.move': { open: 1.35 },
  'conversation.title': { open: 1.2 },
  'contact.add': { open: 1.2 },
  'list.mark-matching': { open: 1.3 },
  'list.sort': { open: 1.4 },
  'list.facets': { open: 1.6, both: 1.45 },
  'detail.find': { open: 1.5, close: 1.5, both: 1.4 },
  'go.inbox': { open: 1.7, both: 1.3 },
  'go.view': { open: 1.3 },
  'view.save': { open: 1.25 },
  'inbox.administer': { open: 1.25 },
  activity: { close: 1.2 },
  numbers: { open: 1.45, close: 1.45 },
  'mail.show': { close: 1.45 },
  palette: { open: 1.45, both: 1.2 },
  'palette.number': { open: 1.4, close: 1.4, both: 1.25 },
};

/** They fill the screen to be copied from, or end the desk. */
const FULL: readonly string[] = ['message.plain', 'message.html', 'quit'];

/** Every other action that opens a box or a page by a key. */
const opening = actions.flatMap(({ id, keys, flows }) =>
  keys?.length && flows && !FULL.includes(id) ? [{ id, keys }] : [],
);

function body(desk: Terminal): string {
  return desk.screen().slice(0, -1).join('\n');
}

/** What opening and closing a box costs; undefined if nothing opens here. */
async function costsOf(desk: Terminal, size: Size, keys: readonly string[]) {
  const before = body(desk);
  const once = { quietMs: 500 };
  const open = await costOf(desk, size, () => desk.press(...keys[0]!.split(' ')), once);
  const isOpen = body(desk) !== before;
  if (!isOpen) {
    // It leaves what the keys have begun, or says that it leaves nothing, which would count for the next box.
    desk.press('esc');
    await sleep(200);
    await desk.settled(200);
    return undefined;
  }
  const close = await costOf(desk, size, () => desk.press('esc'), once);
  // A line of text asks whether what was proposed in it is dropped.
  for (let more = 0; more < 3 && body(desk) !== before; more += 1) {
    desk.press('esc');
    await sleep(200);
    await desk.settled(200);
  }
  return { open, close, both: { bytes: open.bytes + close.bytes, floor: open.floor + close.floor } };
}

/** The breaches of one desk, as sentences, and how many boxes could be opened. */
async function breaches(folder: string, database: string, link: Link, size: Size) {
  const desk = openBenchDesk(folder, database, link, size, { isOld: true });
  await desk.sees('The whole story');
  await sleep(1_500);
  await desk.settled(300);
  const missed: string[] = [];
  let opened = 0;
  for (const { id, keys } of opening) {
    const missesOf = (costs: Awaited<ReturnType<typeof costsOf>>) =>
      Object.entries(costs ?? {}).flatMap(([way, { bytes, floor }]) => {
        const share = DEARER[id]?.[way as 'open' | 'close' | 'both'] ?? SHARE;
        const isLarge = size === STACKED && way !== 'both' && bytes > MOST;
        return isLarge || bytes > share * floor ? [`${link} ${size.columns}: ${id} ${way}: ${bytes} of ${floor}`] : [];
      });
    const first = await costsOf(desk, size, keys);
    if (first !== undefined) opened += 1;
    // On a busy machine a figure comes so late that it is counted to the next key.
    if (missesOf(first).length > 0) missed.push(...missesOf(await costsOf(desk, size, keys)));
  }
  return { missed, opened };
}

test.each([
  ['120x36', STACKED],
  ['200x50, beside', BESIDE],
])(
  'every box and page opens and closes for hardly more than the text that changes: %s',
  async (_name, size) => {
    const folder = temporaryFolder();
    const database = furnishCenter(folder);
    const links = ['slow', 'fast'] as const;
    const all = await Promise.all(links.map(link => breaches(folder, database, link, size)));
    expect(all.flatMap(({ missed }) => missed)).toEqual([]);
    for (const { opened } of all) expect(opened, 'most can be opened here').toBeGreaterThan(20);
  },
  240_000,
);
