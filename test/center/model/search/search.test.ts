import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedIds, makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function find(q: string, query: object = {}) {
  return listedIds(desk, { query: { q, ...query } });
}
function write(id: number, text: string) {
  return desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: text } });
}

describe('searching conversations', () => {
  it('finds words of a long thread wherever they stand in it, once, and no longer when they are deleted', async () => {
    const long = (from: number) => Array.from({ length: 4_000 }, (_, at) => `w${from + at}`).join(' ');
    const [id, other] = [await makeConversation(desk, { title: 'Lantern' }), await makeConversation(desk)];
    const written = [];
    for (const text of [`early ${long(0)}`, `middle ${long(4_000)} lantern`, `dusk ${long(6_000)}`, 'evening'])
      written.push((await write(id, text)).body.data.id);
    await write(other, 'early lantern');
    for (const q of ['early middle dusk evening lantern', 'w1 w7999 w9999', 'w6001', 'evening', 'middle'])
      expect([q, await find(q)]).toEqual([q, [id]]);
    expect((await find('early')).sort()).toEqual([id, other]);
    expect(await find('early missing')).toEqual([]);
    await desk.call('DELETE', `/conversations/${id}/messages/${written[1]}`);
    expect(await find('early dusk evening lantern w6001')).toEqual([id]);
    expect([await find('middle'), await find('w4001')]).toEqual([[], []]);
    for (const message of [written[0], written[2]])
      await desk.call('DELETE', `/conversations/${id}/messages/${message}`);
    expect([await find('evening'), await find('dusk'), await find('early')]).toEqual([[id], [], [other]]);
  });

  it('matches words as prefixes, ignoring case and accents', async () => {
    const id = await makeConversation(desk, { title: 'Überweisung für Łukasz, STRASSE Ærø ΟΔΟΣ İstanbul ﬁnal' });
    for (const q of ['uber', 'ÜBERWEIS', 'fur', 'lukasz', 'straße', 'aero', 'οδος', 'istanbul', 'final'])
      expect([q, await find(q)]).toEqual([q, [id]]);
    expect(await find('weisung')).toEqual([]);
  });

  it('finds any part of Chinese, Japanese and Korean text', async () => {
    const id = await makeConversation(desk, { title: '配送先の住所を変更したい2020年' });
    const korean = await makeConversation(desk, { title: '환불을 요청합니다' });
    for (const q of ['住所', '配送先', '所', '変更したい', '2020', '年']) expect([q, await find(q)]).toEqual([q, [id]]);
    for (const q of ['환불', '요청', '청합']) expect([q, await find(q)]).toEqual([q, [korean]]);
    expect(await find('住変')).toEqual([]);
  });

  it.each([
    '"',
    '*',
    'AND',
    'OR NOT',
    '"parcel',
    'parcel*',
    'title:parcel',
    '(parcel)',
    "parcel' OR 1=1 --",
    'NEAR(parcel x)',
    '^parcel',
    '-parcel',
    '+',
    '\u0000',
    '%',
    '\\',
  ])('reads nothing in %j as syntax', async q => {
    await makeConversation(desk, { title: 'parcel' });
    const { status } = await desk.call('GET', '/conversations', { query: { q } });
    expect(status).toBe(200);
  });

  it('finds merged messages in the survivor, but not the sources’ titles', async () => {
    const [target, source] = [
      await makeConversation(desk, { title: 'Kept' }),
      await makeConversation(desk, { title: 'Lostname' }),
    ];
    await write(source, 'wanderer');
    await desk.call('POST', `/conversations/${target}/merge`, { body: [source] });
    expect([await find('wanderer'), await find('lostname'), await find('lostname', { merged: 1 })]).toEqual([
      [target],
      [],
      [source],
    ]);
  });

  it('finds a word at the end of a very long message, and long words by their beginning', async () => {
    const id = await makeConversation(desk);
    await write(id, `${'filler '.repeat(60_000)} needle ${'x'.repeat(500)}`);
    expect([await find('needle'), await find('x'.repeat(100))]).toEqual([[id], [id]]);
  });
});
