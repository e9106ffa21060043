import { dispatch } from '../keys/dispatch.ts';
import type { Bound } from '../keys/keymap.ts';
import type { Desk } from '../state/desk.ts';
import type { Key } from '../terminal/input/key.ts';

/** Receives the keys of one read at a time, before Ink can. */
export type KeySource = (listener: (keys: readonly Key[]) => void) => void;

interface KeyboardTarget {
  readonly desk: Desk;
  readonly bound: Bound;
}

/** The one place that listens for keys: all keys of one read are acted on before anything is drawn. */
export function listenForKeys(
  { desk, bound }: KeyboardTarget,
  onKeys: KeySource,
  onFailure: (problem: unknown) => void,
): void {
  onKeys(keys => {
    try {
      dispatch(desk, keys, bound);
    } catch (problem) {
      onFailure(problem);
    }
  });
}
