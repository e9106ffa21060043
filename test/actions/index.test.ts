import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import { act, whyUnavailable } from '../../src/keys/act.ts';
import type { AnyAction } from '../../src/keys/action.ts';
import { asked, viewOf } from '../../src/keys/flow.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import type { ActionId } from '../../src/state/world/overlay.ts';
import { bareWorld, fakeDesk, sampleWorld } from '../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };
/** Keys that tmux, screen, zellij, flow control or a terminal own. */
const OWNED = ['b', 'a', 's', 'q', 'o', 'g', 'h', 'j', 'k', 'l', 'n', 'p', '\\'].map(key => `ctrl-${key}`);
const FREE = ['d', 'B', 'P', 'Y'];

test('every id is unique', () => {
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
});

test('every flow has an id of its own, by which the next desk finds it', () => {
  const flows = new Set(actions.flatMap(({ flows: all = [] }) => all));
  expect(new Set([...flows].map(({ id }) => id)).size).toBe(flows.size);
});

test('a wrong id does not compile', () => {
  const right: ActionId = 'conversation.archive';
  // @ts-expect-error: No action has this id.
  const wrong: ActionId = 'conversation.arhcive';
  expect(actions.map(({ id }) => id)).toContain(right);
  expect(actions.map(({ id }) => id)).not.toContain(wrong);
});

test('every action that a file exports is in the list', async () => {
  const folder = join(import.meta.dirname, '../../src/actions');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const modules = await Promise.all(
    files.map(async name => (await import(join(folder, name))) as Readonly<Record<string, unknown>>),
  );
  const exported = modules.flatMap(names => Object.values(names)).filter(isAction);
  expect(exported.length).toBeGreaterThan(40);
  expect(exported.filter(action => !actions.some(one => one === action)).map(({ id }) => id)).toEqual([]);
});

function isAction(value: unknown): value is AnyAction {
  return typeof value === 'object' && value !== null && 'help' in value && 'run' in value;
}

describe.each(actions.map(action => [action.id, action] as const))('%s', (_id, action) => {
  test('has a title and a help of at most 60 characters, without a full stop', () => {
    expect(action.title).not.toBe('');
    expect(action.title).not.toMatch(/\.$/);
    expect(action.help).toMatch(/^[A-Z].{1,59}$/);
    expect(action.help).not.toMatch(/\.$/);
  });

  test('begins a sequence only with g, * or y, and has no Alt chord', () => {
    for (const keys of keysOf(action)) {
      const [first, ...rest] = keys.split(' ');
      if (rest.length > 0) expect(['g', '*', 'y']).toContain(first);
      expect(keys).not.toMatch(/alt-/);
    }
  });

  test('leaves d, B, P and Y free for keys of the user', () => {
    for (const keys of keysOf(action)) expect(FREE).not.toContain(keys);
  });

  test('needs no key that another program uses', () => {
    if (keysOf(action).length === 0 || action.id === 'repaint') return;
    expect(keysOf(action).some(keys => !OWNED.includes(keys))).toBe(true);
  });

  test.each([
    ['the empty world', () => bareWorld(SIZE)],
    ['the empty world with the keys in the inboxes', () => bareWorld(SIZE, { pane: 'inboxes' })],
    ['the empty world with the keys in the detail', () => bareWorld(SIZE, { pane: 'detail' })],
    ['a help center with conversations', () => sampleWorld(SIZE)],
  ])('survives %s', async (_name, world) => {
    const { desk } = fakeDesk(world());
    act(desk, action);
    await Promise.resolve();
    const top = desk.world().overlays.at(-1);
    if (top?.kind !== 'box') return;
    const draws = Object.values(asked(top).box.parts).map(part => {
      if (part.kind === 'page') return part.lines(viewOf(desk.world(), top), SIZE.columns);
      return part.kind === 'choices' ? part.options(viewOf(desk.world(), top), null) : [];
    });
    expect(draws.length).toBeGreaterThan(0);
    // One that borrows the box of another action may do without it.
    if (action.flows === undefined) return;
    const takesText = (top.state.parts[top.state.at] as { draft?: unknown }).draft != null;
    expect(action.flows[0]?.takesText === true).toBe(takesText);
  });

  test('says why if it is not available', () => {
    for (const world of [bareWorld(SIZE), bareWorld(SIZE, { isReadOnly: true }), bareWorld(SIZE, { pane: 'detail' })]) {
      const { desk } = fakeDesk(world);
      const reason = whyUnavailable(action, world);
      act(desk, action);
      if (reason !== undefined) expect(desk.world().notice).toEqual({ tone: 'problem', text: reason });
    }
  });
});

test('no action changes a conversation on a read-only desk', () => {
  const harmless: readonly ActionId[] = ['conversation.transcript', 'command.run'];
  const copies = /^(?:copy|message)\./;
  const changing = actions.filter(
    ({ scope, id }) => scope === 'conversations' && !harmless.includes(id) && !copies.test(id),
  );
  for (const action of changing) {
    expect(whyUnavailable(action, sampleWorld(SIZE, { isReadOnly: true })), action.id).toContain('read-only');
  }
});
