import { describe, expect, onTestFinished, test } from 'vitest';
import { topOverlay } from '../../src/keys/overlay.ts';
import { press as pressOn } from '../harness/press.ts';
import { draw } from './screen.tsx';
import { agent, fakeDesk, inbox, sampleWorld } from './world.ts';

const NAMES = { Support: 1, Billing: 2, Returns: 3, Repairs: 4, Spam: 5 } as const;
type Name = keyof typeof NAMES;

/** A drawn desk on which other admins change the inboxes. */
function scene(...names: Name[]) {
  const admin = { ...agent(1, 'Ana Ortiz'), role: 'admin' as const };
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { me: admin }));
  const inboxesAre = (...shown: Name[]) =>
    desk.set({ base: { ...desk.world().base, inboxes: shown.map(name => inbox(NAMES[name], name)) } });
  inboxesAre(...names);
  const drawn = draw(desk);
  onTestFinished(() => drawn.end());
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  const atCursor = async () => {
    await drawn.settle();
    return /│▌ *(\S+)/.exec(drawn.rows().join('\n'))?.[1];
  };
  const movedTo = () => asked.commits.map(({ args }) => (args as { inbox_id: number }).inbox_id);
  return { desk, inboxesAre, press, atCursor, movedTo };
}

describe('a box whose options change between two keys', () => {
  test.each<readonly [why: string, keys: string, on: Name, after: readonly Name[]]>([
    ['are reordered', 'conversation.move down', 'Returns', ['Support', 'Repairs', 'Spam', 'Returns', 'Billing']],
    ['are reordered before any key', 'conversation.move', 'Billing', ['Support', 'Repairs', 'Returns', 'Billing']],
    ['get one above', 'conversation.move down', 'Returns', ['Support', 'Spam', 'Billing', 'Returns', 'Repairs']],
    ['lose one above', 'conversation.move down down', 'Repairs', ['Support', 'Returns', 'Repairs']],
    [
      'are reordered below typed text',
      'conversation.move r e down',
      'Repairs',
      ['Support', 'Repairs', 'Returns', 'Billing'],
    ],
  ])('keeps the cursor on its option when they %s, and Enter takes that', async (_why, keys, on, after) => {
    const { inboxesAre, press, atCursor, movedTo } = scene('Support', 'Billing', 'Returns', 'Repairs');
    press(keys);
    expect(await atCursor()).toBe(on);
    inboxesAre(...after);
    expect(await atCursor()).toBe(on);
    press('enter');
    expect(movedTo()).toEqual([NAMES[on]]);
  });

  test('draws the cursor where it is when only the numbers beside its rows change', async () => {
    const { desk, press, atCursor } = scene('Support', 'Billing', 'Returns');
    press('inbox.administer j');
    expect(await atCursor()).toBe('Billing');
    const { base } = desk.world();
    desk.set({ base: { ...base, inboxes: base.inboxes.map(({ id, name }) => inbox(id, name, 7)) } });
    expect(await atCursor()).toBe('Billing');
  });

  test('takes nothing instead of an option that went before it was drawn, then the one that is drawn', async () => {
    const { desk, inboxesAre, press, atCursor, movedTo } = scene('Support', 'Billing', 'Returns', 'Repairs');
    press('conversation.move down');
    expect(await atCursor()).toBe('Returns');
    inboxesAre('Support', 'Billing', 'Repairs');
    press('enter enter');
    expect(movedTo()).toEqual([]);
    expect(desk.world().notice?.text).toBe('Nothing was done: the row at the cursor is gone.');
    expect(await atCursor()).toBe('Repairs');
    press('enter');
    expect(movedTo()).toEqual([NAMES.Repairs]);
  });

  test('has its cursor on the first drawn option when its options come late', async () => {
    const { inboxesAre, press, atCursor, movedTo } = scene('Support', 'Billing');
    press('conversation.move x');
    inboxesAre('Support', 'Returns', 'Repairs');
    press('backspace');
    expect(await atCursor()).toBe('Returns');
    inboxesAre('Support', 'Repairs', 'Returns');
    press('enter');
    expect(movedTo()).toEqual([NAMES.Returns]);
  });

  test('puts typing on the best match, wherever the cursor was', async () => {
    const { press, atCursor } = scene('Support', 'Billing', 'Returns', 'Repairs');
    press('conversation.move down down r');
    expect(await atCursor()).toBe('Returns');
  });

  test('deletes nothing when the inbox at its cursor is gone, and moves the one that it is on', async () => {
    const { desk, inboxesAre, press, atCursor } = scene('Support', 'Billing', 'Returns', 'Repairs');
    press('inbox.administer j');
    expect(await atCursor()).toBe('Billing');
    inboxesAre('Support', 'Spam', 'Billing', 'Returns');
    press('J');
    expect(await atCursor()).toBe('Billing');
    expect(topOverlay(desk.world())).toMatchObject({ state: { parts: { order: { chosen: ['1', '5', '3', '2'] } } } });
    inboxesAre('Support', 'Spam', 'Returns');
    press('D');
    expect(topOverlay(desk.world())).toMatchObject({ flow: { id: 'inbox.administer' } });
    expect(desk.world().notice?.text).toBe('Nothing was done: the row at the cursor is gone.');
  });
});
