import { describe, expect, test } from 'vitest';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly merged_into: number | null;
  readonly message_count: number;
  readonly tags: readonly string[];
}

async function scene(backstage: Backstage) {
  const first = await backstage.conversation('Refund for order 7741', { tags: ['refund'] });
  const second = await backstage.conversation('Parcel went back to sender', { tags: ['late'], name: 'Noah' });
  const third = await backstage.conversation('Refund for order 7741 again', { tags: ['vip'] });
  const held = (id: number) => backstage.ask<Held>('GET', `/conversations/${id}`);
  return { first, second, third, held, desk: await openDesk(backstage) };
}

describe('conversation.merge', () => {
  test('m on one row offers similar ones first, shows the result, and z undoes it within ten seconds', async () => {
    const { desk, first, third, held } = await scene(await openBackstage());
    await desk.sees('Parcel went back');
    desk.press('conversation.merge');
    await desk.sees(`Merge into #${third}`);
    const offered = desk.screen().filter(row => /│▌? *#\d+ /.test(row.slice(20)));
    expect(offered[0]).toContain('Refund for order 7741');
    await desk.settled();
    desk.press('enter');
    await desk.sees('y merge');
    await desk.sees('2 messages');
    desk.press('enter');
    await desk.settled();
    expect(desk.text()).toContain('y merge');
    desk.press('y');
    await desk.sees('z takes it back');
    await desk.seesNot(new RegExp(` ${first} Zoë Quinn +Refund for`));
    expect((await held(first)).merged_into).toBe(null);
    desk.press('undo');
    await desk.sees('Undone');
    await desk.sees(new RegExp(` ${first} Zoë Quinn +Refund for`));
    expect((await held(first)).merged_into).toBe(null);
  });

  test('after ten seconds the marks are merged into the chosen one; if one is merged away meanwhile, it asks', async () => {
    const backstage = await openBackstage();
    const other = await backstage.conversation('A voucher', { name: 'Ada' });
    const gone = await backstage.conversation('Invoice 12 is wrong', { name: 'Kim' });
    const into = await backstage.conversation('Invoice 12 is wrong, still', { name: 'Kim' });
    const { desk, first, second, third, held } = await scene(backstage);
    await desk.sees('Parcel went back');
    desk.press('list.mark', 'list.mark', 'list.mark');
    await desk.sees('3 marked');
    desk.press('conversation.merge');
    await desk.sees('Merge 3 conversations into');
    desk.type('again');
    await desk.settled();
    desk.press('enter');
    await desk.sees('3 messages');
    desk.press('y');
    await desk.sees('z takes it back');
    desk.press('cursor.bottom', 'cursor.up', 'cursor.up', 'conversation.merge');
    await desk.sees(`Merge into #${into}`);
    await desk.settled();
    desk.press('enter');
    await desk.sees('y merge');
    desk.press('y');
    await desk.seesNot('y merge');
    // Another agent is faster than the ten seconds.
    await backstage.ask('POST', `/conversations/${other}/merge`, { conversation_ids: [gone] });
    await expect.poll(() => held(first), { interval: 200 }).toMatchObject({ merged_into: third });
    expect(await held(second)).toMatchObject({ merged_into: third });
    expect(await held(third)).toMatchObject({ merged_into: null, message_count: 3, tags: ['late', 'refund', 'vip'] });
    await desk.sees(`Not merged yet. #${gone}: It was merged into #${other} since.`);
    expect((await held(gone)).merged_into).toBe(other);
    expect((await held(into)).message_count).toBe(1);
    desk.press('undo');
    await desk.sees('Undone: Merged');
    desk.press('undo');
    await desk.sees(/cannot|Nothing to undo/);
  });
});
