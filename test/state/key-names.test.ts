import { expect, test } from 'vitest';
import { actions as all, bound } from '../../src/actions/index.ts';
import { keyLabel, keyNamesOf } from '../../src/keys/help.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import { emptyWorld } from '../../src/state/empty-world.ts';
import { emptyText } from '../../src/state/list/words.ts';
import { keyNames } from '../harness/key-names.ts';
import { readSources } from '../harness/source-tree.ts';
import { fakeCenter, row } from './fake-center.ts';
import { openDesk } from './open-desk.ts';

/** The keys of actions that no sentence has as a word of its own. */
const LABELS = all
  .flatMap(action => keysOf(action).map(keys => String(keyLabel(keys))))
  .filter(label => /^([gy*]\S|[zZ]|Ctrl-\S)$/.test(label));
const NAMED = new RegExp(
  String.raw`(?<![\w\`'$/{.-])(${LABELS.map(label => label.replaceAll(/\W/g, String.raw`\$&`)).join('|')})(?![\w'\`-])`,
);

/** "Go" as a verb, not as keys. */
const GOES = /\bgo(es)? (on|out|to|by|back|from)\b|\b(will|can|may|would|They) go\b|^go$/;

/** A letter that a sentence says to press; `y` answers questions, and boxes have `d`, `s` and `x`. */
const PRESSED =
  /[·;:,] (?![dsxy] )([A-Za-z])(?: and [A-Za-z])? (?:[a-z]+s|go|cannot)\b|\bwith [A-Za-z](?=[,.]| and | instead)/;

test.each(['Try z again.', '· go asks', 'gd has its text', 'g/ searches', 'unmark with *n first', 'yy shows it'])(
  'a sentence that names a key is seen: %s',
  sentence => {
    expect(sentence).toMatch(NAMED);
  },
);

test.each(['kept · R tries again', 'none: j and k go on', 'kept; z cannot undo it', 'leave with q and say', 'with s.'])(
  'a sentence that names a letter is seen: %s',
  sentence => {
    expect(sentence).toMatch(PRESSED);
  },
);

test.each(['state', 'actions', 'ui', 'keys', 'cli'])('no sentence in %s names a key: it names the action', room => {
  const named = readSources(`src/${room}`).flatMap(({ path, text }) =>
    [...text.matchAll(/\bt`((?:[^`\\]|\\.)*)`/g)]
      .map(([, sentence]) => sentence!.replaceAll(/\$\{[^}]*\}/g, ''))
      .filter(sentence => (NAMED.test(sentence) || PRESSED.test(sentence)) && !GOES.test(sentence))
      .map(sentence => `${path}: ${sentence}`),
  );
  expect(named).toEqual([]);
});

test('an action on another key, or on none, is named by that', async () => {
  const moved = all.map(action => (action.id === 'undo' ? { ...action, keys: ['ctrl-z'] } : action));
  const actions = moved.map(action => (action.id === 'refresh' ? { ...action, keys: [] } : action));
  const names = keyNamesOf({ ...bound, actions });
  const { desk } = await openDesk(fakeCenter([row(1)]));
  desk.set({ keyNames: names });
  desk.commit('conversation.archive', { ids: [1] });
  expect(desk.world().notice?.text).toBe('Archived #1 · Ctrl-z undoes');
  const world = emptyWorld(0, undefined, names);
  expect(emptyText({ ...world, list: { ...world.list, asOf: 0, problem: desk.world().notice!.text } })).toMatch(
    / · : Refresh/,
  );
  expect(keyNames.undo).toBe('z');
});
