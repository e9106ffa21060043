import type { Desk } from '../state/desk.ts';
import type { OpenBox } from '../state/open-box.ts';
import type { PickerOverlay } from '../state/overlay.ts';
import { type Draft, edit, insert } from '../text/edit.ts';
import { t } from '../text/safe.ts';
import type { AnyAction, KeyStroke, Picker } from './action.ts';
import { asked, put, viewOf } from './flow.ts';
import type { Bound } from './keymap.ts';
import type { Option } from './option.ts';
import { cursorIn, isGone, withCursor } from './options.ts';
import { closeOverlay, leaveOverlay, optionsOf, replaceOverlay, say, topOverlay } from './overlay.ts';
import { shownOptions } from './parts.ts';

const DOWN = new Set(['down', 'ctrl-n']);
const UP = new Set(['up', 'ctrl-p']);
/** Also while a filter line takes the letters. */
const PAGE: Readonly<Record<string, number>> = { pgdn: 10, pgup: -10 };

/** Gives a key to a picker. Its own keys come first, then those that move and choose; the others type. */
export function pickerKey(desk: Desk, stroke: KeyStroke, overlay: PickerOverlay, bound: Bound): void {
  const action = bound.actions.find(({ id }) => id === overlay.actionId);
  const picker = action?.picker;
  if (!picker) return;
  const isFree = overlay.draft === null || stroke.text === undefined;
  const own = isFree ? picker.keys?.find(({ key }) => key === stroke.name) : undefined;
  const step = rowsBy(stroke, overlay.draft === null);
  if (own) onRow(desk, overlay, bound, picker, option => own.run(desk, overlay, option));
  else if (stroke.name === 'enter') onRow(desk, overlay, bound, picker, option => take(desk, overlay, picker, option));
  else if (step !== 0) move(desk, overlay, picker, step);
  else if (overlay.draft !== null)
    typeIn(desk, overlay, action, typed(stroke.text === undefined ? overlay.draft : filterDraft(overlay), stroke));
  else if (stroke.name === 'q') leavePicker(desk, overlay, action);
  else if (/^[1-9]$/.test(stroke.name)) {
    take(desk, overlay, picker, optionsOf(picker, desk.world(), overlay)[Number(stroke.name) - 1]);
  }
}

/** Leaves a picker as its action wants it. */
export function leavePicker(desk: Desk, overlay: PickerOverlay, action: AnyAction | undefined): void {
  if (action?.picker?.leave) action.picker.leave(desk, overlay);
  else leaveOverlay(desk);
}

/** The filter text that a letter or a paste goes into: one that named an option that was taken gives way. */
export function filterDraft({ draft, isTaken }: PickerOverlay): Draft {
  return draft === null || isTaken ? { text: '', cursor: 0 } : draft;
}

/** Typing changes the options, so the cursor goes back to the best one. */
export function typeIn(desk: Desk, overlay: PickerOverlay, { picker }: AnyAction, draft: Draft): void {
  const written = { ...overlay, draft, isTaken: false };
  const isSame = draft.text === overlay.draft?.text;
  replaceOverlay(desk, isSame || !picker ? written : withCursor(written, optionsOf(picker, desk.world(), written), 0));
}

/** A text after a key. */
export function typed(draft: Draft, stroke: KeyStroke, multiline = false): Draft {
  return stroke.text === undefined
    ? edit(draft, stroke.name, { multiline })
    : insert(draft, stroke.text, { multiline });
}

/** The step of a key that moves up or down; 0 for any other key. `hasLetters`: j and k move too. */
export function stepOf({ name }: KeyStroke, hasLetters: boolean): -1 | 0 | 1 {
  if (DOWN.has(name) || (hasLetters && name === 'j')) return 1;
  return UP.has(name) || (hasLetters && name === 'k') ? -1 : 0;
}

/** The rows that a key moves by in a list of choices. */
export function rowsBy(stroke: KeyStroke, hasLetters: boolean): number {
  return PAGE[stroke.name] ?? stepOf(stroke, hasLetters);
}

function move(desk: Desk, overlay: PickerOverlay, picker: Picker<unknown>, step: number): void {
  const options = optionsOf(picker, desk.world(), overlay);
  const moved = withCursor(overlay, options, cursorIn(options, overlay) + step);
  if (moved.index !== overlay.index || moved.optionId !== overlay.optionId) replaceOverlay(desk, moved);
}

function take(desk: Desk, overlay: PickerOverlay, picker: Picker<unknown>, option: Option | undefined): void {
  if (option?.whyNot !== undefined) say(desk, t`${option.label} ${option.whyNot}.`);
  else if (option && picker.take) picker.take(desk, overlay, option);
  else if (option) {
    closeOverlay(desk);
    option.run?.(desk);
  }
}

/** Acts on the option at the cursor. If that is gone, on none: the agent has not seen yet which one took its place. */
function onRow(
  desk: Desk,
  overlay: PickerOverlay,
  bound: Bound,
  picker: Picker<unknown>,
  run: (option: Option | undefined) => void,
): void {
  const options = optionsOf(picker, desk.world(), overlay);
  if (!isGone(options, overlay)) {
    run(options[cursorIn(options, overlay)]);
    settle(desk, bound);
    return;
  }
  run(undefined);
  if (topOverlay(desk.world()) === overlay) say(desk, t`Nothing was done: the row at the cursor is gone.`);
}

/** In the uppermost picker, an option that the agent itself took out gives its place to the next one. */
export function settle(desk: Desk, { actions }: Bound): void {
  const top = topOverlay(desk.world());
  if (top?.kind === 'box') settleBox(desk, top);
  if (top?.kind !== 'picker' || top.optionId === undefined) return;
  const picker = actions.find(({ id }) => id === top.actionId)?.picker;
  const options = picker ? optionsOf(picker, desk.world(), top) : [];
  if (isGone(options, top)) replaceOverlay(desk, withCursor(top, options, top.index));
}

function settleBox(desk: Desk, open: OpenBox): void {
  const { at, parts } = open.state;
  const [part, state] = [asked(open).box.parts[at], parts[at]];
  if (part?.kind !== 'choices' || state?.kind !== 'choices') return;
  const options = shownOptions(part, viewOf(desk.world(), open), state.draft);
  if (!isGone(options, state)) return;
  put(desk, { ...open, state: { at, parts: { ...parts, [at]: withCursor(state, options, state.index) } } });
}
