import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly snoozed?: { readonly until: string | null; readonly keep: boolean };
}

test('H says back what is typed, puts off into gH, and a customer who writes brings it back with its time proposed', async () => {
  const backstage = await openBackstage();
  const other = await backstage.conversation('A late parcel');
  const id = await backstage.conversation('A refund');
  const desk = await openDesk(backstage, { columns: 120, rows: 30 });
  await desk.sees(`#${id} A refund`);
  desk.press('conversation.snooze');
  await desk.sees(`Put off #${id} until`);
  desk.type('3 workdays');
  await desk.sees(/Put off #\d+ until 3 workdays +\w{3} \d+ \w{3}( \d{4})? 09:00/);
  desk.press('enter');
  await desk.sees(/Put off #\d+ until .* · z undoes/);
  await desk.seesNot(/ A refund/);
  desk.press('view.later');
  await desk.sees(`#${id} A refund`);
  await desk.sees(/back \w{3} .*09:00 or on an answer/);
  await desk.seesNot('A late parcel');
  desk.press('view.unresolved');
  await desk.sees(`#${other} A late parcel`);

  await backstage.ask('POST', `/conversations/${id}/messages`, { body_text: 'And now?' });
  const woken = await backstage.ask<Held & { woken_from?: string }>('GET', `/conversations/${id}`);
  expect([woken.snoozed, woken.woken_from]).toEqual([undefined, expect.any(String)]);
  desk.press('refresh');
  await desk.sees(new RegExp(`● +${id} Zoë Quinn +A refund`));
  desk.press('cursor.top');
  await desk.sees(`#${id} A refund`);
  desk.press('conversation.snooze');
  await desk.sees(/until \w{3} 09:00 +\w{3} .*09:00/);
  desk.press('esc');
  desk.press('open', 'detail.history');
  await desk.sees(/put it off: back .*09:00/);
  await desk.sees('came back, as an answer or a bounce came');
});
