import { describe, expect, it } from 'vitest';
import { listedIds, makeConversation } from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const desk = centerOfEach();

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
