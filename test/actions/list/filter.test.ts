import { expect, test } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import { dispatch } from '../../../src/keys/dispatch.ts';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { everything } from '../../../src/state/views.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** The world after this text was typed into the empty filter line, and Enter. */
function filtered(text: string) {
  const world = sampleWorld({ columns: 120, rows: 30 });
  const { desk } = fakeDesk({ ...world, list: { ...world.list, query: everything } });
  const press = (name: string) => dispatch(desk, [{ kind: 'key', name }], bound);
  press('/');
  dispatch(desk, [{ kind: 'paste', text }], bound);
  press('enter');
  return desk.world();
}

test('a wrong filter stays, with the cursor after the error', () => {
  const world = filtered('refund stauts:open tag:vip');
  expect(world.notice?.text).toContain('did you mean status:?');
  expect(topOverlay(world)).toMatchObject({
    actionId: 'list.filter',
    draft: { text: 'refund stauts:open tag:vip', cursor: 'refund stauts:open'.length },
  });
});

test('on a narrow screen a refusal is short, and still names the intended word', () => {
  const at = (text: string) => {
    const { desk } = fakeDesk(sampleWorld({ columns: 40, rows: 12 }));
    const { list } = desk.world();
    desk.set({ list: { ...list, query: everything } });
    dispatch(
      desk,
      [
        { kind: 'key', name: '/' },
        { kind: 'paste', text },
        { kind: 'key', name: 'enter' },
      ],
      bound,
    );
    return rowsOf(desk)[11]!.trim();
  };
  expect(at('stauts:open')).toBe('"stauts:"? Did you mean status:?');
  expect(at('status:opne')).toBe('"opne"? Did you mean open?');
  expect(at('tag:refnd')).toBe('"refnd"? Did you mean refund?');
  expect(at('subject:x')).toBe('Unknown filter subject:');
  expect(at('-tag:refund')).toBe('-tag:refund is not known yet');
});

test('a number such as #1027 alone opens that conversation, and the list stays', () => {
  const world = filtered('#1027');
  expect([world.pane, world.detail.conversationId, world.overlays]).toEqual(['detail', 1027, []]);
  expect(world.list.query).toEqual(everything);
});

test('a valid filter lists what it asks for', () => {
  const { list, overlays } = filtered('is:closed after:2026-01-31 refund');
  expect(overlays).toEqual([]);
  expect(list.query).toEqual({ ...everything, statuses: ['closed'], after: '2026-01-31', words: 'refund' });
});
