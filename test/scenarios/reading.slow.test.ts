import { describe, expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

const QUOTED = Array.from({ length: 12 }, (_, line) => `> line ${line} of the parcel`).join('\n');
const LONG = `The parcel is late.\n\n\n\nWhere is the parcel?\n${QUOTED}\n-- \nZoë\nStreet 1\nTown\nCountry`;

describe('detail.find and detail.fold', () => {
  test('a find counts its matches, goes into folded text and leaves it folded; - opens and folds all', async () => {
    const backstage = await openBackstage();
    await backstage.conversation('Where is it?', { body: LONG });
    const desk = await openDesk(backstage);
    await desk.sees('Where is it?');
    desk.press('open');
    await desk.sees('> quoted: 12 lines');
    await desk.sees('1 of 1');
    await desk.sees(/<zo[^ ]*@customer\.example>/);
    const late = desk.row('The parcel is late.').y;
    expect([desk.screen()[late + 2], desk.screen()[late + 1]]).toEqual([
      expect.stringContaining('Where is the parcel?'),
      expect.not.stringMatching(/[a-z]\W*$/),
    ]);
    desk.press('detail.find');
    await desk.sees('Find in the conversation');
    desk.type('parcel');
    desk.press('enter');
    await desk.sees('“parcel” 1 of 14');
    desk.press('find.next');
    await desk.sees('“parcel” 2 of 14');
    desk.press('find.next');
    await desk.sees('“parcel” 3 of 14');
    await desk.sees('> line 11 of the parcel');
    desk.press('find.previous', 'find.previous');
    await desk.sees('“parcel” 1 of 14');
    await desk.seesNot('> line 11');
    desk.press('find.previous');
    await desk.sees('“parcel” 14 of 14');
    desk.press('back');
    await desk.seesNot('“parcel”');
    await desk.sees('> quoted: 12 lines');
    desk.press('detail.fold');
    await desk.sees('> line 0 of the parcel');
    await desk.sees('Street 1');
    desk.press('detail.fold');
    await desk.sees('> quoted: 12 lines');
    await desk.sees('-- signature');
  });
});

describe('detail.history', () => {
  test('g h says who did what in sentences', async () => {
    const backstage = await openBackstage();
    const id = await backstage.conversation('Refund', { tags: ['refund'] });
    await backstage.ask('PUT', `/conversations/${id}`, { title: 'Refund for order 7741' });
    await backstage.ask('POST', `/conversations/${id}/tags`, { name: 'vip' });
    const desk = await openDesk(backstage);
    await desk.sees('Refund for order 7741');
    desk.press('open');
    await desk.sees('could you help me');
    desk.press('detail.history');
    await desk.sees(/It was created in \w+/);
    await desk.sees('Zoë Quinn wrote');
    await desk.sees('An API key renamed it: “Refund” →');
    await desk.sees('added the tag vip');
    expect(desk.text()).not.toMatch(/tag\.added|conversation_status_id|message_id/);
  });
});
