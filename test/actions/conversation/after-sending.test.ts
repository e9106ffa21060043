import { expect, test } from 'vitest';
import { sendAndGoOn } from '../../../src/state/sync/after-sending.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { paste, press } from '../../harness/press.ts';
import { fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };
const QUEUE = { since: 0, id: 1042, aheadId: null, left: null, skipped: [] };

/** A desk on the first conversation of its list, with nothing marked. */
function open(more: Partial<World>) {
  const { desk, asked } = fakeDesk(sampleWorld(SIZE, { pane: 'detail', ...more }));
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  desk.set({
    base: { ...desk.world().base, inboxes: [{ ...inbox(1, 'Support'), emails }] },
    list: { ...desk.world().list, marks: new Set() },
  });
  const place = () => {
    const { pane, list, detail } = desk.world();
    return [pane, list.cursorId, detail.conversationId];
  };
  return { desk, asked, place };
}

function answer(more: Partial<World>, send: string) {
  const { desk, asked, place } = open(more);
  press(desk, 'conversation.reply');
  paste(desk, 'It is on its way.');
  press(desk, send);
  expect(asked.commits).toHaveLength(1);
  return place();
}

test.each([
  ['stay', 'ctrl-d', ['detail', 1042, 1042]],
  ['list', 'ctrl-d', ['list', 1042, 1042]],
  ['list', 'box.close', ['list', 1042, 1042]],
  ['next', 'ctrl-d', ['detail', 1041, 1041]],
  ['next', 'box.close', ['detail', 1041, 1041]],
] as const)('after a reply the desk goes where the setting says: %s, %s', (afterSending, send, place) => {
  expect(answer({ afterSending }, send)).toEqual(place);
});

test('in the list the cursor alone goes on', () => {
  expect(answer({ afterSending: 'next', pane: 'list' }, 'ctrl-d')).toEqual(['list', 1041, 1042]);
});

test('a queue goes on by itself', () => {
  const { desk, place } = open({ afterSending: 'list', queue: QUEUE });
  sendAndGoOn(desk, 1042, () => undefined);
  expect(place()).toEqual(['detail', 1042, 1042]);
});

test('the next conversation is the one below, also if the answer takes the row out of the list', () => {
  const { desk, place } = open({ afterSending: 'next' });
  sendAndGoOn(desk, 1042, () => {
    const { list } = desk.world();
    const rows = list.rows.slice(1);
    desk.set({ list: { ...list, rows, ids: rows, cursorId: rows[0]! } });
  });
  expect(place()).toEqual(['detail', 1041, 1041]);
});

test('a row that has left the list is not a next conversation', () => {
  const { desk, place } = open({ afterSending: 'next' });
  desk.set({ list: { ...desk.world().list, gone: new Map([[1041, t`gone`]]), ghosts: new Set([1039]) } });
  sendAndGoOn(desk, 1042, () => undefined);
  expect(place()).toEqual(['detail', 1038, 1038]);
});

test('after the last conversation comes the list', () => {
  const { desk, place } = open({ afterSending: 'next' });
  sendAndGoOn(desk, 1022, () => undefined);
  expect(place()).toEqual(['list', 1042, 1042]);
});
