import { expect, test } from 'vitest';
import { actions } from '../src/actions/index.ts';
import { keysOf } from '../src/keys/keymap.ts';
import { readSources } from './harness/source-tree.ts';

const BOX = 'keys of a box or a list in it';
const SHELL = 'Ctrl-c, the signal';

/** Where keys that actions have are pressed as keys, and why. `harness/press.ts` holds the tests of desks in memory. */
const LITERAL: Readonly<Record<string, string>> = {
  'keys/dispatch.test.ts': 'what keys mean',
  'keys/flow.test.ts': BOX,
  'keys/own-boxes.test.ts': BOX,
  'scenarios/administration-far.slow.test.ts': BOX,
  'scenarios/administration-names.slow.test.ts': BOX,
  'scenarios/administration-together.slow.test.ts': BOX,
  'scenarios/administration.slow.test.ts': BOX,
  'scenarios/attachments.slow.test.ts': BOX,
  'scenarios/conflicts.slow.test.ts': BOX,
  'scenarios/day.slow.test.ts': BOX,
  'scenarios/false-center.slow.test.ts': BOX,
  'scenarios/first-frame.slow.test.ts': SHELL,
  'scenarios/first-start.slow.test.ts': SHELL,
  'scenarios/note-files.slow.test.ts': BOX,
  'scenarios/numbers.slow.test.ts': BOX,
  'scenarios/places.slow.test.ts': 'the second key of a view, ga',
  'scenarios/send-and-wait.slow.test.ts': BOX,
  'scenarios/team-from-nothing.slow.test.ts': SHELL,
  'scenarios/two-agents.slow.test.ts': BOX,
  'scenarios/verbs.slow.test.ts': BOX,
  'scenarios/views.slow.test.ts': BOX,
  'scenarios/working-days.slow.test.ts': BOX,
  'state/sync/center-clock.test.ts': BOX,
  'terminal/lifecycle.test.ts': 'a program of its own',
  'terminal/output/stage.test.tsx': 'a program of its own',
};

/** Keys of actions that questions, choices and texts have, too. */
const SHARED = new Set([
  ...['enter', 'esc', 'tab', 'shift-tab', 'ctrl-d', 'ctrl-u', 'space', 'y', 'n', 'j', 'k', ...'0123456789'],
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pgup', 'pgdn'],
]);
const KEYS = new Set(actions.flatMap(action => keysOf(action).flatMap(keys => keys.split(' '))));

/** The keys of actions that a test presses as keys. */
function keysPressedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bpress(?:ed)?\(([^()]*)\)/g)]
    .flatMap(([, given]) => [...given!.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name!.split(' ')))
    .filter(name => KEYS.has(name) && !SHARED.has(name));
}

test('tests press actions by their ids, and keys only where the key is the point', () => {
  const literal = readSources('test')
    .filter(({ path, text }) => !/^(actions\/|ui\/|press\.test)/.test(path) && keysPressedIn(text).length > 0)
    .map(({ path }) => path);
  expect(literal).toEqual(Object.keys(LITERAL));
  expect(keysPressedIn("desk.press('e', 'enter'); desk.press('conversation.archive')")).toEqual(['e']);
});
