import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addView,
  MAX_VIEW_NAME,
  moveView,
  refilterView,
  removeView,
  renameView,
  savedDigit,
  type ViewsEdit,
  whyNoName,
} from '../../../src/state/query/view-edits.ts';
import type { SavedView } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';

function view(name: string, filter = 'tag:vip'): SavedView {
  return { name: safeLine(name), filter };
}
const saved = [view('VIP'), view('Slow'), view('Bob’s')];
function names(edit: ViewsEdit, from = saved): readonly string[] | string {
  const edited = edit(from);
  return 'saved' in edited ? edited.saved.map(({ name }) => name) : edited.problem;
}

describe('saved views', () => {
  it.each<[string, ViewsEdit, readonly string[] | string]>([
    ['a new one comes last', addView(' My\t new  view ', ''), ['VIP', 'Slow', 'Bob’s', 'My new view']],
    ['a name is there once, in any case', addView('vip', ''), 'There is a view “vip” already: choose another name.'],
    ['a given name stays given', addView('mine', ''), 'mine is a given view: choose another name.'],
    ['a name is not empty', addView('  ', ''), 'A view needs a name.'],
    ['a name is short', addView('x'.repeat(41), ''), 'The name has 41 characters: at most 40 are allowed.'],
    ['one gets another name', renameView('slow', 'Too slow'), ['VIP', 'Too slow', 'Bob’s']],
    ['one keeps its name in another case', renameView('Slow', 'SLOW'), ['VIP', 'SLOW', 'Bob’s']],
    ['no two get the same name', renameView('Slow', 'VIP'), 'There is a view “VIP” already: choose another name.'],
    ['one moves down', moveView('VIP', 1), ['Slow', 'VIP', 'Bob’s']],
    ['one moves up', moveView('Bob’s', -1), ['VIP', 'Bob’s', 'Slow']],
    ['the first one stays first', moveView('VIP', -1), ['VIP', 'Slow', 'Bob’s']],
    ['one is deleted', removeView('Slow'), ['VIP', 'Bob’s']],
    ['one that is gone is deleted', removeView('Nobody'), ['VIP', 'Slow', 'Bob’s']],
    [
      'one that is gone cannot be renamed',
      renameView('Nobody', 'A'),
      'The view “Nobody” is gone: another desk has renamed or deleted it.',
    ],
  ])('%s', (_says, edit, expected) => {
    expect(names(edit)).toEqual(expected);
  });

  it('keep name and place with another filter', () => {
    expect(refilterView('Slow', 'is:waiting')(saved)).toEqual({
      saved: [saved[0], { name: 'Slow', filter: 'is:waiting' }, saved[2]],
    });
  });

  it('have the digits 5 to 9, and the others none', () => {
    expect([0, 4, 5].map(savedDigit)).toEqual(['5', '9', '']);
  });

  it('have different names after any edits', () => {
    const name = fc.constantFrom('VIP', 'vip', 'Slow', 'mine', ' late ', 'x', '', 'y'.repeat(MAX_VIEW_NAME + 1));
    const edit = fc.oneof(
      name.map(one => addView(one, '')),
      fc.tuple(name, name).map(([from, to]) => renameView(from, to)),
      name.map(one => removeView(one)),
      fc.tuple(name, fc.constantFrom(1 as const, -1 as const)).map(([one, by]) => moveView(one, by)),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), edits => {
        let now: readonly SavedView[] = [];
        for (const one of edits) {
          const edited = one(now);
          if ('saved' in edited) now = edited.saved;
        }
        expect(new Set(now.map(one => one.name.toLowerCase())).size).toBe(now.length);
        for (const one of now) expect(whyNoName(now, one.name, one.name)).toBeUndefined();
      }),
      { seed: 3 },
    );
  });
});
