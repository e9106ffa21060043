import { describe, expect, test } from 'vitest';
import { linksOf } from '../../../src/actions/detail/links.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { boxOf, linesIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

function worldOf(texts: readonly string[], entryKey: string | null = null): World {
  const world = sampleWorld(SIZE, { pane: 'detail' });
  const messages = texts.map((text, index) => message(index + 1, text, { created_at: NOW + index } as never));
  const threads = IdMap.of([
    [1042, thread(messages, [note(9, 'See https://wiki.example/refunds', { created_at: NOW - 9 } as never)])],
  ]);
  return { ...world, base: { ...world.base, threads }, detail: { ...world.detail, entryKey } };
}

test.each([
  ['See https://a.example/x.', ['https://a.example/x']],
  ['(https://a.example/x), <https://b.example>', ['https://a.example/x', 'https://b.example']],
  ['https://a.example/Refund_(law) and https://a.example/Refund_(law)', ['https://a.example/Refund_(law)']],
  ['javascript:alert(1) mailto:ana@a.example www.a.example', []],
  ['“https://a.example/?q=1&b=2#top”!', ['https://a.example/?q=1&b=2#top']],
])('the links of %j', (text, links) => {
  expect(linksOf(worldOf([text]), 'message:1')).toEqual(links);
});

test('a conversation lists each of its links once, those of the newest entry first', () => {
  const world = worldOf(['https://old.example', 'https://new.example https://old.example']);
  expect(linksOf(world)).toEqual(['https://new.example', 'https://old.example', 'https://wiki.example/refunds']);
});

describe('in the detail', () => {
  const press = (world: World, ...names: string[]) => {
    const { desk } = fakeDesk(world);
    pressOn(desk, ...names);
    return desk;
  };
  const long = `https://track.example/${'parcel/'.repeat(20)}end`;

  test('o shows an entry’s only link whole, on as many lines as it needs', () => {
    const lines = linesIn(press(worldOf([`Track it: ${long}`], 'message:1'), 'link.show'));
    expect(lines?.join('')).toBe(long);
    expect(lines?.length).toBeGreaterThan(1);
  });

  test('with a program in the settings, o and Enter in the list open the link, and a failure is said', async () => {
    const opened: string[] = [];
    const { desk } = fakeDesk(worldOf(['https://a.example'], 'message:1'));
    Object.assign(desk.hooks, {
      openLink: (url: string) => {
        opened.push(url);
        return opened.length > 1 ? Promise.reject(new Error('xdg-open ended with code 3.')) : Promise.resolve();
      },
    });
    pressOn(desk, 'link.show');
    expect(desk.world().overlays).toEqual([]);
    expect(desk.world().notice?.text).toBe('Opened https://a.example');
    pressOn(desk, 'link.list', 'enter');
    expect(opened).toEqual(['https://a.example', 'https://a.example']);
    await expect.poll(() => desk.world().notice?.text).toBe('The link was not opened: xdg-open ended with code 3.');
  });

  test('o lets the agent choose among several links, L among those of all entries, and Enter shows one', () => {
    const world = worldOf(['https://a.example https://b.example'], 'message:1');
    expect(linesIn(press(world, 'link.show', 'down', 'enter'))).toEqual(['https://b.example']);
    expect(linesIn(press(world, 'link.list', '/', 'w', 'i', 'k', 'i', 'enter'))).toEqual([
      'https://wiki.example/refunds',
    ]);
  });

  test('a host that looks like another one is shown in punycode', () => {
    const lines = linesIn(press(worldOf(['https://аpple.com/pay'], 'message:1'), 'link.show'));
    expect(lines?.join('')).toContain('xn--');
  });

  test('only the newest thousand links are listed, so that each key is answered at once', () => {
    const many = Array.from({ length: 150_000 }, (_, index) => `https://a.example/${index}`).join(' ');
    const desk = press(worldOf([many], 'message:1'), 'link.list');
    expect(boxOf(desk).input).toHaveLength(1_000);
  });

  test('the key says so if there is no link', () => {
    expect(press(worldOf(['No link'], 'message:1'), 'link.show').world().notice?.text).toBe(
      'There is no attachment and no link in this entry · L lists all of the conversation.',
    );
    const bare = sampleWorld(SIZE, { pane: 'detail' });
    expect(press(bare, 'link.list').world().notice?.text).toBe(
      'There is no attachment and no link in this conversation.',
    );
  });
});
