import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import type { Stroke } from '../../../src/keys/action.ts';
import { dispatch } from '../../../src/keys/dispatch.ts';
import { type OpenBox, writtenBy } from '../../../src/state/world/open-box.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
const sample = sampleWorld({ columns: 80, rows: 24 });
const world: World = {
  ...sample,
  list: { ...sample.list, marks: new Set() },
  base: { ...sample.base, inboxes: [{ ...inbox(1, 'Support'), emails }] },
};

const MANY = Array.from({ length: 12 }, (_, index) => `, ${index}@many.example`).join('');
const NAMED = ['tab', 'shift-tab', 'enter', 'up', 'down', 'left', 'end', 'backspace'];
const OTHERS = ['esc', 'ctrl-u', 'ctrl-y', 'ctrl-g', 'ctrl-c', 'ctrl-r', ...'ay@,'];
/** In a reply with a text it ends in a question. */
const TO_MANY = [key('shift-tab'), paste(MANY), key('ctrl-d')];
/** Each opens a box if none is open, and types in it if one is. */
const OPENINGS = ['r', 'n'].map(name => [key(name), paste('Hi')]);
const strokes = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...NAMED, 'ctrl-d').map(name => [key(name)]) },
      { weight: 2, arbitrary: fc.constantFrom(...OTHERS).map(name => [key(name)]) },
      { weight: 2, arbitrary: fc.constantFrom(...OPENINGS) },
      { weight: 1, arbitrary: fc.constant([paste('two\nlines')]) },
      { weight: 2, arbitrary: fc.constantFrom('y', 'enter', 'esc').map(name => [...TO_MANY, key(name)]) },
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.flat());

function key(name: string): Stroke {
  return { kind: 'key', name, ...(name.length === 1 ? { text: name } : {}) };
}
function paste(text: string): Stroke {
  return { kind: 'paste', text };
}

/** What a key may send: the flow that has the keys, and what the agent has to press in it. */
function mayCommit(top: OpenBox | undefined, stroke: Stroke, name: string): boolean {
  if (top === undefined || stroke.kind === 'paste') return false;
  if (name !== 'message.reply') return top.flow.id === 'note.write' && stroke.name === 'ctrl-d';
  if (top.flow.id !== 'conversation.reply') return false;
  const { at } = top.state;
  if (isAsked(top)) return stroke.name === 'y';
  if (stroke.name === 'ctrl-d' || stroke.name === 'ctrl-r') return true;
  return stroke.name === 'enter' && ['send', 'close', 'wait', 'at'].includes(at);
}

/** Whether the question before a reply has the keys. */
function isAsked({ state }: OpenBox): boolean {
  return state.at === 'answer';
}

/** The text of the box that writes, which may lie below a question. */
function textIn(overlays: readonly OpenBox[]): string | undefined {
  return overlays.map(one => writtenBy(one)?.draft.text).findLast(text => text !== undefined);
}

test('after any keys, only the agent’s own Ctrl-d, button or y sends, and a note never goes to the customer', () => {
  let [sent, confirmed] = [0, 0];
  fc.assert(
    fc.property(strokes, all => {
      const { desk, asked } = fakeDesk(world);
      for (const stroke of all) {
        const { overlays } = desk.world();
        const top = overlays.at(-1);
        const before = asked.commits.length;
        dispatch(desk, [stroke], bound);
        for (const { name, args } of asked.commits.slice(before)) {
          if (name !== 'message.reply' && name !== 'note.add') continue;
          sent += 1;
          if (top && isAsked(top) && name === 'message.reply') confirmed += 1;
          expect(mayCommit(top, stroke, name)).toBe(true);
          const { body, details } = args as { body?: string; details?: string };
          expect(body ?? details).toBe(textIn(overlays)?.trimEnd());
        }
      }
    }),
    { numRuns: 900 },
  );
  expect(confirmed).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(10);
});
