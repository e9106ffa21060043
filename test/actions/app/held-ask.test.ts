import { expect, test } from 'vitest';
import { heldAsk } from '../../../src/actions/app/outbox-picker.ts';
import type { PendingChange } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { titleIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, NOW, sampleWorld } from '../../ui/world.ts';

function asked(key: string, id: number): PendingChange {
  return {
    key,
    name: 'conversation.merge',
    args: { ids: [id], into: 1039 },
    at: NOW - 12_000,
    state: 'asks',
    about: 'hold',
    problem: null,
  };
}

function open(pending: readonly PendingChange[]) {
  const { desk, asked: told } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { pending }));
  const press = (...names: string[]) => pressOn(desk, ...names);
  const title = () => {
    return desk.world().overlays.length === 0 ? null : titleIn(desk);
  };
  return { desk, press, title, told };
}

test('the question names the change, and Enter alone decides nothing', () => {
  const { desk, press, title } = open([asked('a', 1042)]);
  heldAsk.run(desk);
  expect(title()).toBe('Held when the desk ended: Merged #1042 into #1039');
  press('enter');
  expect(desk.world().pending.map(({ state }) => state)).toEqual(['asks']);
  expect(desk.world().overlays).toEqual([]);
});

test('the question says if the change was held for too long', () => {
  const { desk, title } = open([{ ...asked('a', 1042), problem: t`The machine slept.` }]);
  heldAsk.run(desk);
  expect(title()).toBe('Held for too long: Merged #1042 into #1039');
});

test('held changes are sent or dropped one after the other', () => {
  const { desk, press, title, told } = open([asked('a', 1042), asked('b', 1041)]);
  heldAsk.run(desk);
  press('2');
  expect(title()).toMatch('#1041');
  expect(desk.world().pending.map(({ key, state }) => [key, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'asks'],
  ]);
  expect(told.calls).toContain('wake');
  press('3');
  expect(desk.world().pending.map(({ key }) => key)).toEqual(['a']);
  expect(desk.world().overlays).toEqual([]);
});

test('go shows that a change asks, and Enter on it opens the question', () => {
  const { press, title } = open([asked('a', 1042)]);
  press('activity', 'enter');
  expect(title()).toMatch('#1042');
});

test('if several ask, go asks which of them to decide on', () => {
  const { press, title } = open([asked('a', 1042), asked('b', 1041)]);
  press('activity', 'enter');
  expect(title()).toBe('Decide on which change?');
  press('2');
  expect(title()).toMatch('#1041');
});

test('the action is there only while a change asks', () => {
  expect(heldAsk.unavailable!(open([]).desk.world())).toBeDefined();
  expect(heldAsk.unavailable!(open([asked('a', 1042)]).desk.world())).toBeUndefined();
});
