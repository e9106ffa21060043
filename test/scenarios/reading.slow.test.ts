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

describe('conversation.merge of two customers', () => {
  test('the question first says that the customers and inboxes differ, and Esc merges nothing', async () => {
    const backstage = await openBackstage();
    const inbox = await backstage.ask<{ id: number }>('POST', '/inboxes', { name: 'Billing' });
    const other = await backstage.conversation('Parcel went back', { name: '田中 花子', inbox_id: inbox.id });
    await backstage.conversation('Parcel went away');
    const desk = await openDesk(backstage);
    await desk.sees('Parcel went away');
    desk.press('list.mark', 'list.mark', 'conversation.merge');
    await desk.sees('Merge 2 conversations into');
    await desk.settled();
    desk.press('enter');
    await desk.sees('y merge');
    await desk.sees(/Different customers: .*田中 花子/);
    await desk.sees(/Different inboxes: .*Billing/);
    expect(desk.row('Different customers').y).toBeLessThan(desk.row('Result:').y);
    desk.press('esc', 'esc');
    await desk.seesNot('y merge');
    expect((await backstage.ask<{ merged_into: number | null }>('GET', `/conversations/${other}`)).merged_into).toBe(
      null,
    );
  });

  test('a second one of the same customer today is offered when the first is opened, and m puts it first', async () => {
    const backstage = await openBackstage();
    const first = await backstage.conversation('Refund for order 7741');
    await backstage.conversation('A voucher', { name: 'Noah' });
    await backstage.conversation('Refund for my order 7741');
    const desk = await openDesk(backstage);
    await desk.sees('Refund for my order 7741');
    desk.press('open');
    await desk.sees(`Also today: #${first} Refund for order 7741 (same customer) · m merges`);
    desk.press('conversation.merge');
    await desk.sees('Merge into');
    const offered = desk
      .screen()
      .slice(1)
      .filter(row => /│▌? *#\d+ /.test(row.slice(20)));
    expect(offered[0]).toContain(`#${first} Refund for order 7741`);
    desk.press('esc');
    desk.press('conversation.next');
    await desk.sees('A voucher');
    await desk.seesNot('Also today');
  });
});
