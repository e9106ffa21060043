import { expect, test } from 'vitest';
import { begin } from '../../src/keys/flow.ts';
import { topOverlay } from '../../src/keys/overlay.ts';
import { fitDesk } from '../../src/ui/fit-screen.ts';
import { flowInputs } from '../harness/flow-inputs.ts';
import { pressKeys } from '../harness/press.ts';
import { rowsOf, widest } from './screen.tsx';
import { fakeDesk, sampleWorld } from './world.ts';

const LARGE = { columns: 120, rows: 36 };
const SMALL = { columns: 30, rows: 8 };

/** Its list is empty here, so that it does not open. */
const NOT_OPEN = ['refused.list'];
const opening = [...new Map(flowInputs.map(one => [one.flow.id, one])).values()].filter(
  ({ flow }) => !NOT_OPEN.includes(flow.id),
);

test.each(opening.map(one => [one.flow.id, one] as const))(
  'the box of %s fits into 30x8, shows the typed text there, and looks as before when the terminal grows again',
  (_id, { flow, input }) => {
    const { desk } = fakeDesk(sampleWorld(LARGE));
    const { list, me } = desk.world();
    desk.set({ list: { ...list, marks: new Set() }, me: { ...me!, role: 'admin' } });
    fitDesk(desk, LARGE);
    begin(desk, flow, input);
    const state = topOverlay(desk.world())!.state;
    const before = rowsOf(desk);
    fitDesk(desk, SMALL);
    pressKeys(desk, '@');
    const rows = rowsOf(desk);
    expect(rows).toHaveLength(SMALL.rows);
    expect(widest(rows)).toBeLessThanOrEqual(SMALL.columns);
    const typed = topOverlay(desk.world())?.state.parts[state.at];
    if (typed && 'draft' in typed && typed.draft) expect(rows.join('\n')).toContain('@');
    pressKeys(desk, 'backspace');
    fitDesk(desk, LARGE);
    expect(rowsOf(desk)).toEqual(before);
  },
);

test('a rule that is too long for its rows says so', () => {
  const { flow, input } = opening.find(one => one.flow.id === 'inbox.edit')!;
  const { desk } = fakeDesk(sampleWorld({ columns: 40, rows: 12 }));
  desk.set({ me: { ...desk.world().me!, role: 'admin' } });
  begin(desk, flow, input);
  pressKeys(desk, 'tab', 'tab');
  expect(rowsOf(desk).join('\n')).toMatch(/A unique short name.*\n.*\n.*…/);
});
