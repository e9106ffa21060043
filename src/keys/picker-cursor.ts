import type { Desk } from '../state/context.ts';
import type { PickerOverlay } from '../state/overlay.ts';
import type { Option } from './action.ts';

type Cursor = Pick<PickerOverlay, 'index' | 'optionId'>;

/**
 * The place of the cursor among a picker's options, which may have changed since it was put there: it stays on its
 * option. If that is gone, it stays at its place; -1 if there is no option.
 */
export function cursorIn(options: readonly Option[], { index, optionId }: Cursor): number {
  const last = Math.min(index, options.length - 1);
  if (optionId === undefined || options[last]?.id === optionId) return last;
  const at = options.findIndex(({ id }) => id === optionId);
  return at < 0 ? last : at;
}

/** Whether the option that the cursor was on is no longer among the options. */
export function isGone(options: readonly Option[], cursor: Cursor): boolean {
  return cursor.optionId !== undefined && options[cursorIn(options, cursor)]?.id !== cursor.optionId;
}

/** A picker with its cursor on the option at a place, or on the nearest one. */
export function withCursor<Data>(
  overlay: PickerOverlay<Data>,
  options: readonly Option[],
  place: number,
): PickerOverlay<Data> {
  const index = Math.max(0, Math.min(options.length - 1, place));
  return { ...overlay, index, optionId: options[index]?.id };
}

/**
 * Keeps the cursor on the option that is drawn at it. Needed only for options that came, or went, without a key: every
 * key that moves the cursor puts it on an option.
 */
export function keepDrawn(desk: Desk, overlay: PickerOverlay, options: readonly Option[]): void {
  const at = cursorIn(options, overlay);
  if (at < 0 || options[at]!.id === overlay.optionId) return;
  const kept = withCursor(overlay, options, at);
  desk.set({ overlays: desk.world().overlays.map(one => (one === overlay ? kept : one)) });
}
