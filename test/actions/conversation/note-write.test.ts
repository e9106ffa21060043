import { expect, test } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import { dispatch } from '../../../src/keys/dispatch.ts';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

test('a note that is too long stays in its box, and the footer says so', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
  const press = (name: string) => dispatch(desk, [{ kind: 'key', name }], bound);
  const text = 'x'.repeat(65_537);
  press('n');
  dispatch(desk, [{ kind: 'paste', text }], bound);
  press('ctrl-d');
  expect(desk.world().notice?.text).toMatch(/^Note not added: details .*65,?536/);
  expect(topOverlay(desk.world())).toMatchObject({ kind: 'field', draft: { text } });
});
