import { expect, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { costOf } from '../harness/cost.ts';
import { openBackstage } from './open-desk.ts';
import { openWatchedCenter } from './watched-center.ts';

/** A text that fills the detail. */
const LONG = 'I have waited for two weeks, and heard nothing about the order that I made then. '.repeat(30);
const SIZE = { columns: 120, rows: 30 };

/** A help center with as many saved replies, and the desk of an agent in it. */
async function scene(count: number) {
  const center = await openWatchedCenter({ sendsMail: true, isLive: true });
  const { ask } = center;
  const ana = await center.agent('Ana', 'admin');
  const inbox = { id: 1, emails: [{ email: 'help@shop.example', status: 'primary' }] };
  await ask('POST', '/inboxes/save', inbox);
  const { id: contact } = await ask<{ id: number }>('POST', '/contacts', {
    name: 'Zoë Quinn',
    email: 'zoe@customer.example',
  });
  const { id } = await ask<{ id: number }>('POST', '/conversations', {
    title: 'Where is it?',
    inbox_id: 1,
    contacts: [contact],
  });
  await ask('POST', `/conversations/${id}/messages`, { body_text: `Hello?\n\n${LONG}` });
  for (let at = 1; at <= count; at += 1)
    await ask('POST', '/saved_replies', {
      name: `Refund, the usual way ${at}`,
      text: `Dear {customer.first|you}, it is ${at}.\n\nThe money goes back to the card that you paid with, within five days.`,
    });
  const desk = await center.openDesk(ana.token, SIZE);
  await desk.sees('Where is it?');
  await desk.settled(300);
  const read = () => center.reads.filter(one => one.startsWith('GET /saved_replies')).length;
  return { center, ask, desk, read, token: ana.token };
}

test('reply.saved opens with 500 in at most 1,300 bytes, and finds one while typing without the help center', async () => {
  const { center, desk, read } = await scene(500);
  expect(read(), 'nobody has asked for them yet').toBe(0);
  desk.press('reply.saved');
  await desk.sees('the usual way 1');
  await desk.settled(300);
  desk.press('esc');
  await desk.seesNot('Saved replies');
  await desk.settled(300);
  const reads = center.reads.length;
  const { bytes } = await costOf(desk, SIZE, () => desk.press('reply.saved'), {
    quietMs: 300,
    sees: 'the usual way 1',
    hasFloor: false,
  });
  expect(bytes).toBeGreaterThan(0);
  // 1,232 were measured: over a fast link the list has the height of the screen. Four rows cost at most 600.
  expect(bytes).toBeLessThanOrEqual(1_300);
  desk.type('way 417');
  await desk.sees('it is 417.');
  await desk.settled(300);
  expect(center.reads.length, 'nothing was read meanwhile').toBe(reads);
  desk.press('enter');
  await desk.sees('Dear Zoë, it is 417.');
});

test('a reply is saved from its box, given to the team, changed and deleted', async () => {
  const { ask, center, desk } = await scene(0);
  const all = () =>
    ask<{ name: string; text: string; owner_id: number | null; inbox_ids: number[] }[]>('GET', '/saved_replies');
  desk.press('conversation.reply');
  await desk.sees('REPLY ·');
  desk.type('The money is on its way.');
  desk.press('tab', 'tab', 'tab', 'enter');
  await desk.sees('Name of the saved reply');
  desk.type('Refund');
  desk.press('enter');
  await desk.sees('Saved as Refund');
  expect(await all(), 'it is Ana’s alone').toEqual([]);
  desk.press('esc');
  await desk.seesNot('REPLY ·');

  desk.press('palette');
  desk.type('edit saved');
  desk.press('enter');
  await desk.sees('yours');
  desk.press('enter');
  await desk.sees('For the team');
  desk.press('tab', 'tab');
  await desk.sees('Enter on or off');
  for (const name of ['inb', 'spa']) {
    desk.type(name);
    await desk.sees(`> ${name} `);
    desk.press('enter');
  }
  await desk.sees(/For inboxes.* Inbox, Spam/);
  desk.press('tab', 'y', 'ctrl-d');
  await desk.sees('Saved Refund');
  expect(await all()).toMatchObject([
    { name: 'Refund', owner_id: null, inbox_ids: [1, 2], text: 'The money is on its way.' },
  ]);

  const [{ id }] = (await ask<{ id: number }[]>('GET', '/saved_replies')) as [{ id: number }];
  desk.press('enter');
  await desk.sees('For the team');
  await ask('PUT', `/saved_replies/${id}`, { text: 'Theirs {date}' });
  await desk.sees('For the team');
  desk.type('ed');
  desk.press('ctrl-d');
  await desk.sees('Saved Refunded');
  expect(await all(), 'what a colleague wrote meanwhile stays').toMatchObject([
    { name: 'Refunded', text: 'Theirs {date}' },
  ]);
  await desk.sees(/▌ +Refunded/);
  desk.press('ctrl-x');
  await desk.sees('Delete the saved reply Refunded?');
  desk.press('y');
  await desk.sees('Deleted the saved reply Refunded');
  expect(await all()).toEqual([]);
  expect(center.writes.filter(one => one.includes('saved_replies'))).toHaveLength(4);
});

test('saved replies that were read once are here without the help center, and later desks ask only for new ones', async () => {
  const { center, desk, read, token } = await scene(3);
  desk.press('reply.saved');
  await desk.sees('the usual way 1');
  desk.press('esc');
  await desk.seesNot('Saved replies');
  desk.press('quit');
  await desk.exit();
  const before = read();
  const later = await center.openDesk(token, SIZE);
  await later.until(() => read() === before + 1, 'the next desk did not ask whether they are the same');
  later.press('quit');
  await later.exit();
  const away = /(?:)/;
  center.refuse(away, 0);
  const offline = await center.openDesk(token, SIZE);
  await offline.sees('Where is it?');
  offline.press('reply.saved');
  offline.type('way 2');
  await offline.sees('it is 2.');
  offline.press('enter');
  await offline.sees('Dear Zoë, it is 2.');
});

test('a macro runs in lines: at once on one, over marks after a question with its numbers', async () => {
  const backstage = await openBackstage();
  const ids: number[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await backstage.conversation(`Parcel ${count}`));
  await backstage.ask('POST', '/saved_replies', {
    name: 'Money back',
    actions: { status: 'closed', add_tags: ['refund'] },
  });
  const [one = 0, two = 0, three = 0] = ids;
  const input = ['saved replies money back', `mark ${two} ${three}`, 'saved replies money back', 'y', 'undo'];
  const { stdout } = await runShell(['--plain', '--database', backstage.database], {
    env: backstage.environment,
    input: input.join('\n'),
  });
  expect(stdout).toContain(`Applied Money back to #${three}. z undoes.`);
  expect(stdout).toContain('1 would change, 1 is so already: ');
  expect(stdout).toContain(`Undone: Applied Money back to #${two}.`);
  const tags = await Promise.all(
    [one, two, three].map(async id => (await backstage.ask<{ tags: string[] }>('GET', `/conversations/${id}`)).tags),
  );
  expect(tags).toEqual([[], [], ['refund']]);
});
