import { expect, test } from 'vitest';
import { matchesIn } from '../../../src/state/detail/find.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, message, NOW, sampleWorld, thread } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };
const QUOTE = Array.from({ length: 6 }, (_, line) => `> line ${line} with ${line === 4 ? 'order 7741' : 'words'}`);

/** A detail of these messages, the oldest first, and keys to press in it. */
function reading(...texts: readonly string[]) {
  const world = sampleWorld(SIZE, { pane: 'detail' });
  const messages = texts.map((text, index) => message(index + 1, text, { created_at: NOW + index } as never));
  const threads = IdMap.of([[1042, thread(messages)]]);
  const { desk } = fakeDesk({ ...world, base: { ...world.base, threads } });
  const press = (...names: string[]) => pressOn(desk, ...names);
  return {
    desk,
    press,
    find: (words: string) => press('detail.find', ...words, 'enter'),
    found: () => {
      const { find, top } = desk.world().detail;
      const line = find?.line ?? null;
      return line === null
        ? null
        : {
            text: desk.detailLines()[line]!.text,
            isInView: line >= top && line < top + desk.world().viewport.detailRows,
            entry: desk.world().detail.entryKey,
          };
    },
  };
}

const filler = Array.from({ length: 40 }, (_, line) => `Filler ${line}`).join('\n');

test('/ goes to the first match, ignoring case and accents, and brings it into view', () => {
  const { find, found } = reading(filler, `Hello\n${filler}\nThe Café refund`);
  find('cafe');
  expect(found()).toEqual({ text: 'The Café refund', isInView: true, entry: 'message:2' });
});

test('; and , go to the next and the previous match, and wrap around at the ends', () => {
  const { find, found, press } = reading('one parcel', `two\n${filler}\ntwo parcel`, 'three parcel');
  find('parcel');
  const texts = [found()?.text];
  for (const key of ['find.next', 'find.next', 'find.next', 'find.previous']) {
    press(key);
    texts.push(found()?.text);
  }
  expect(texts).toEqual(['one parcel', 'two parcel', 'three parcel', 'one parcel', 'three parcel']);
});

test('a folded passage is searched in its place: it opens for a match and folds when the search goes on', () => {
  const { find, found, desk, press } = reading(`${QUOTE.join('\n')}\nYours`, 'Where is order 7742?');
  const folded = desk.detailLines();
  find('order 774');
  expect(found()).toMatchObject({ text: '> line 4 with order 7741', isInView: true, entry: 'message:1' });
  expect(desk.world().detail.opened.size).toBe(1);
  press('find.next');
  expect(found()?.text).toBe('Where is order 7742?');
  expect(desk.world().detail.opened.size).toBe(0);
  expect(desk.detailLines()).toEqual(folded);
  press('find.previous');
  expect(found()?.text).toContain('order 7741');
  press('back');
  expect([desk.world().detail.opened.size, desk.world().detail.find]).toEqual([0, null]);
  expect(desk.detailLines()).toEqual(folded);
});

test('only the passage with the match is opened, and one that the agent opened stays open', () => {
  const { find, found, desk, press } = reading(`${QUOTE.join('\n')}\nYours`, `${QUOTE.join('\n')}\nMine`);
  desk.set({ detail: { ...desk.world().detail, opened: new Set(['message:1/0']) } });
  find('order 7741');
  const places = [found()?.entry, desk.world().detail.opened.size];
  press('find.next');
  places.push(found()!.entry!, desk.world().detail.opened.size);
  press('back');
  expect(places).toEqual(['message:1', 1, 'message:2', 2]);
  expect([...desk.world().detail.opened]).toEqual(['message:1/0']);
});

test('a passage that the agent folds and opens again after a search stays open', () => {
  const { find, desk, press } = reading(`${QUOTE.join('\n')}\nYours`);
  find('order 7741');
  press('open', 'open', 'back');
  expect(desk.world().detail.opened.size).toBe(1);
});

test('a search without a match says so, and nothing moves', () => {
  const { find, desk } = reading(`${QUOTE.join('\n')}\nYours`, filler);
  const before = desk.world().detail;
  find('zeppelin');
  expect(desk.world().notice?.text).toBe('“zeppelin” is not in the part shown');
  expect(desk.world().detail).toEqual(before);
});

test('Esc ends the search before it leaves the detail, and ; and , then say that there is no search', () => {
  const { find, press, desk } = reading('one parcel');
  find('parcel');
  press('back');
  expect([desk.world().pane, desk.world().detail.find]).toEqual(['detail', null]);
  press('find.next');
  expect(desk.world().notice?.text).toBe('No search yet: / starts one.');
  press('back');
  expect(desk.world().pane).toBe('list');
});

test('moving removes the sign of the match, and the search continues from the lines in view', () => {
  const { find, press, found } = reading(`parcel\n${filler}`, filler, 'last parcel');
  find('parcel');
  press('cursor.bottom');
  expect(found()).toBe(null);
  press('find.previous');
  expect(found()?.text).toBe('last parcel');
});

test('words across the end of a wrapped line are found', () => {
  const { desk, find, found } = reading('Nothing but words and words and words that wrap');
  const [first, second] = desk.detailLines().filter(({ role }) => role === 'text');
  const words = `${first!.text.split(' ').at(-1)} ${second!.text.split(' ')[0]}`;
  find(words);
  expect(found()?.text).toBe(first!.text);
});

test('a match begins on the line that has the sign, and a link cut by the edge is found whole', () => {
  const link = `https://track.example/${'a'.repeat(40)}/end`;
  const { desk, find, found } = reading(`Hello\n\n${link}`);
  find('https://track');
  expect(found()?.text).toMatch(/^https:/);
  const lines = desk.detailLines();
  const cutAt = lines.findIndex(({ text }) => text.startsWith('https:'));
  find(`${lines[cutAt]!.text.slice(-3)}${lines[cutAt + 1]!.text.slice(0, 3)}`);
  expect(found()?.text).toBe(lines[cutAt]!.text);
});

test('an empty conversation has no match for any words', () => {
  expect(matchesIn([], 'x')).toEqual([]);
});

test('all matches are counted in order, also two in one line and those in folded text', () => {
  const { find, press, desk } = reading(`order 7741, order 7741\n${QUOTE.join('\n')}\nYours`, 'and order 7741');
  find('order 7741');
  const seen = [];
  for (const key of ['', 'find.next', 'find.next', 'find.next', 'find.previous']) {
    if (key !== '') press(key);
    const { current, matches } = desk.world().detail.find!;
    seen.push(`${current + 1} of ${matches.length}`);
  }
  expect(seen).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4', '3 of 4']);
});
