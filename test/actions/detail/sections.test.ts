import { expect, test } from 'vitest';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, message, NOW, sampleWorld, thread } from '../../ui/world.ts';

const QUOTE = Array.from({ length: 30 }, (_, line) => `> line ${line}`).join('\n');
const SIGNATURE = '-- \nAna\nShop\nTown\nCountry';

function reading(...texts: readonly string[]) {
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'detail' });
  const messages = texts.map((text, index) => message(index + 1, text, { created_at: NOW + index } as never));
  const { desk } = fakeDesk({ ...world, base: { ...world.base, threads: IdMap.of([[1042, thread(messages)]]) } });
  const press = (...names: string[]) => pressOn(desk, ...names);
  const roles = () => new Set(desk.detailLines().map(({ role }) => role));
  return { desk, press, roles, firstLine: () => desk.detailLines()[desk.world().detail.top]?.text };
}

test('- opens all quotations and signatures of the conversation, and folds them all again', () => {
  const { press, roles, desk } = reading(`Hello\n${QUOTE}\n${SIGNATURE}`, `Yes\n${QUOTE}`);
  const folded = desk.detailLines();
  expect(roles().has('fold')).toBe(true);
  press('detail.fold');
  expect([roles().has('fold'), roles().has('quote'), roles().has('signature')]).toEqual([false, true, true]);
  press('detail.fold');
  expect(desk.detailLines()).toEqual(folded);
});

test('if some are open and some folded, - opens the others first', () => {
  const { press, desk } = reading(`Hello\n${QUOTE}`, `Yes\n${QUOTE}`);
  desk.set({ detail: { ...desk.world().detail, entryKey: 'message:1' } });
  press('open');
  expect(desk.world().detail.opened.size).toBe(1);
  press('detail.fold');
  expect(desk.world().detail.opened.size).toBe(2);
});

test('the first line in view stays first', () => {
  const { press, desk, firstLine } = reading(`Hello\n${QUOTE}`, `Yes\n${QUOTE}`, `First\n${'text\n'.repeat(60)}`);
  const at = desk.detailLines().findIndex(({ text }) => text === 'First');
  desk.set({ detail: { ...desk.world().detail, top: at, entryKey: 'message:3' } });
  press('detail.fold');
  expect([firstLine(), desk.world().detail.top]).toEqual(['First', at + 58]);
  press('detail.fold');
  expect([firstLine(), desk.world().detail.top]).toEqual(['First', at]);
});

test('without a passage to fold it says so', () => {
  const { press, desk } = reading('Hello');
  press('detail.fold');
  expect(desk.world().notice?.text).toBe('Nothing in this conversation can be folded.');
});
