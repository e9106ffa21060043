import { bound } from '../../src/actions/index.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import type { Desk } from '../../src/state/desk.ts';

/** Presses keys at a desk, all of one read: letters by themselves, others by their names (`enter`). */
export function press(desk: Desk, ...names: readonly string[]): void {
  dispatch(
    desk,
    names.map(name => ({ kind: 'key', name, ...([...name].length === 1 ? { text: name } : {}) })),
    bound,
  );
}
