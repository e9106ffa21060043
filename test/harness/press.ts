import { bound } from '../../src/actions/index.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import { meaningOf } from '../../src/keys/keymap.ts';
import type { Desk } from '../../src/state/desk.ts';
import { keysFor, type Pressed } from './key-names.ts';

/** The text that a key types. */
function textOf(name: string): { readonly text?: string } {
  if (name === 'space') return { text: ' ' };
  return [...name].length === 1 ? { text: name } : {};
}

/** Throws for the key of an action: agents can give it another key, so a test presses the action by its id. */
function requireId(desk: Desk, name: string): void {
  const { overlays, prefix, pane } = desk.world();
  if (overlays.length > 0 || prefix.length > 0 || keysFor(name)[0] !== name) return;
  const meaning = meaningOf(bound.keymap, pane, [name]);
  if (typeof meaning === 'object') throw new Error(`Press ${meaning.action.id}, not its key ${name}.`);
}

/**
 * Presses keys, which the desk gets in one read. An action is pressed by its id (`conversation.archive`), another key by
 * its letter or its name (`enter`).
 */
export function press<Name extends string>(desk: Desk, ...names: readonly Pressed<Name>[]): void {
  if (names[0] !== undefined) requireId(desk, names[0]);
  pressKeys(desk, ...names);
}

/** Presses keys by their names, for tests of the keys themselves. */
export function pressKeys(desk: Desk, ...names: readonly string[]): void {
  dispatch(
    desk,
    names.flatMap(keysFor).map(name => ({ kind: 'key', name, ...textOf(name) })),
    bound,
  );
}

/** Pastes a text, as a terminal does in brackets. */
export function paste(desk: Desk, text: string): void {
  dispatch(desk, [{ kind: 'paste', text }], bound);
}
