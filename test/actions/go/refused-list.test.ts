import { describe, expect, test } from 'vitest';
import { refusedList } from '../../../src/actions/go/decide.ts';
import type { RefusedChange, World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { optionsIn, titleIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, NOW, sampleWorld } from '../../ui/world.ts';

const refused: RefusedChange = {
  key: 'r',
  name: 'conversation.tag',
  args: { ids: [1041, 1039], tags: ['vip'] },
  at: NOW,
  state: 'refused',
  attempts: { count: 1 },
  problem: null,
  reasons: [
    { id: 1041, reason: t`was merged into 7` },
    { id: 1039, reason: t`there is no conversation 1039` },
  ],
};

/** The desk with the list opened, from `go` unless other keys are given. */
function open(more: Partial<World> = {}, keys: readonly string[] = ['activity', 'enter']) {
  const { desk, asked } = fakeDesk(sampleWorld({ columns: 120, rows: 36 }, { refused: [refused], ...more }));
  const press = (...names: string[]) => pressOn(desk, ...names);
  press(...keys);
  return { desk, asked, press };
}

describe('the list of refused conversations', () => {
  test('shows each with the service’s reason and its title', () => {
    const { desk } = open();
    expect(titleIn(desk)).toBe('Refused: Tagged 2 conversations vip');
    const options = optionsIn(desk);
    expect(options.map(({ label }) => label)).toEqual([
      '#1041 was merged into 7',
      '#1039 there is no conversation 1039',
    ]);
    expect(options[0]?.detail).toBe('Can’t log in after …');
  });

  test('opens on Enter while the notice that promises it is shown, and no longer than that', () => {
    const promise = { key: 'r', state: 'refused', isListed: true } as const;
    const notice = { tone: 'problem', text: t`Not tagged: 1 done, 2 refused · Enter lists them`, promise } as const;
    const { desk, press } = open({ notice }, ['open']);
    expect(titleIn(desk)).toBe('Refused: Tagged 2 conversations vip');
    press('esc', 'open');
    expect([desk.world().overlays, desk.world().pane]).toEqual([[], 'detail']);
  });

  test('opens the chosen one on Enter', () => {
    const { desk, press } = open();
    press('j', 'enter');
    expect([desk.world().overlays, desk.world().pane]).toEqual([[], 'detail']);
    expect(desk.world().detail.conversationId).toBe(1039);
  });

  test('sends those alone again on s, as a new change', () => {
    const { desk, asked, press } = open();
    press('s');
    expect(asked.commits).toEqual([{ name: 'conversation.tag', args: { ids: [1041, 1039], tags: ['vip'] } }]);
    expect([desk.world().refused, desk.world().overlays]).toEqual([[], []]);
  });

  test('marks them on x, and keeps them', () => {
    const { desk, press } = open({ pane: 'detail' });
    press('x');
    expect([...desk.world().list.marks].sort()).toEqual([1039, 1041]);
    expect([desk.world().pane, desk.world().refused.length]).toEqual(['list', 1]);
  });

  test('dismisses this change on d, and no other', () => {
    const { desk, press } = open({ refused: [refused, { ...refused, key: 'other' }] });
    press('enter', 'd');
    expect(desk.world().refused.map(({ key }) => key)).toEqual(['other']);
  });

  test('a read-only desk, or one of another version’s data, keeps it and says why', () => {
    const former = { ...refused, name: 'conversation.paint' };
    for (const more of [{ isReadOnly: true }, { refused: [former] }]) {
      const { desk, asked, press } = open(more);
      press('s');
      expect([asked.commits, desk.world().refused.length, desk.world().notice?.tone]).toEqual([[], 1, 'problem']);
    }
  });

  test('says that nothing was refused', () => {
    expect(refusedList.unavailable!({ ...open().desk.world(), refused: [] })).toBe('Nothing was refused.');
  });
});
