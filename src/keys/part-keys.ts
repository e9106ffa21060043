import type { Desk } from '../state/desk.ts';
import type { ChoicesState, OpenBox, PartState } from '../state/world/open-box.ts';
import { insert } from '../text/edit.ts';
import { t } from '../text/safe.ts';
import type { KeyStroke } from './action.ts';
import { asked, back, replaceBox, viewOf } from './flow.ts';
import { asksFirst, isFixed, rowKey } from './form-keys.ts';
import { lineIn, pasteInLine, refreshLines, TABS, textKey, typeInLine } from './line-keys.ts';
import { listIn, settleCursor, withoutFault, withPart } from './list-state.ts';
import { cursorIn, isGone, withCursor } from './options.ts';
import { leaveOverlay, say, topOverlay } from './overlay.ts';
import { scroll } from './page.ts';
import { isThere } from './part-state.ts';
import type { AnyPart } from './parts.ts';
import { rowsBy, withStroke } from './row-keys.ts';
import { goOn, next, OPTION_GONE, submit, takeChoice } from './submit.ts';

const EMPTY = { text: '', cursor: 0 };
/** Gives a key to an open box. Esc leads back, Ctrl-c out, Tab to the next part, and one key answers, from any part. */
export function boxKey(desk: Desk, shown: OpenBox, stroke: KeyStroke): void {
  const open = shown.isBusy ? shown : refreshLines(desk, shown);
  const { name } = stroke;
  const { at, parts } = open.state;
  const tab = TABS[name];
  if (name === 'esc') leave(desk, open);
  else if (name === 'ctrl-c') leaveFlow(desk, open);
  else if (open.isBusy || isFixed(desk, open, name) || ownKey(desk, open, stroke) || textKey(desk, open, stroke))
    return;
  else if (parts[at]!.kind === 'page') readKey(desk, open, stroke);
  else if (keyOfButton(desk, open, stroke)) return;
  else if (tab !== undefined && !lineIn(open)?.part.complete) goOn(desk, open, tab);
  else if (stroke.box === 'box.send' && !asked(open).box.isQuestion) submit(desk, open, at);
  else if (rowKey(desk, open, stroke)) return;
  else if (parts[at]!.kind === 'choices') choicesKey(desk, open, stroke);
  else if (lineIn(open)) lineKey(desk, open, stroke);
  else if (parts[at]!.kind === 'buttons') answerKey(desk, open, stroke);
  else if (parts[at]!.kind === 'button') buttonKey(desk, open, stroke);
  // A box above may have removed the row at the cursor.
  if (topOverlay(desk.world()) !== open && parts[at]?.kind !== 'choices') settleCursor(desk);
}

/** Inserts a paste into the part that has the keys; false if it takes no text. */
export function boxPaste(desk: Desk, open: OpenBox, text: string): boolean {
  const state = open.state.parts[open.state.at]!;
  if (state.kind === 'button') typeOn(desk, open, { kind: 'key', name: 'paste', text });
  if (!('draft' in state) || state.draft === null) return state.kind === 'button';
  if (open.isBusy || isFixed(desk, open)) return true;
  if (state.kind === 'choices') filter(desk, open, state, insert(filterText(state), text));
  else pasteInLine(desk, open, text);
  return true;
}

function leave(desk: Desk, open: OpenBox): void {
  const { box } = asked(open);
  if (asksFirst(desk, open)) return;
  if (box.leave) box.leave(desk, viewOf(desk.world(), open));
  else back(desk, open);
}

/** A box that asks before it is left does so on the way out, too. */
function leaveFlow(desk: Desk, open: OpenBox): void {
  const { leave: own, asks } = asked(open).box;
  if (own || asks) leave(desk, open);
  else leaveOverlay(desk);
}

function readKey(desk: Desk, open: OpenBox, { name }: KeyStroke): void {
  const part = asked(open).box.parts[open.state.at]!;
  const own = part.kind === 'page' && part.keys?.find(({ key }) => key === name);
  if (own) own.run(desk, viewOf(desk.world(), open), undefined);
  else if (name === 'q') leave(desk, open);
  else if (part.kind === 'page') scroll(desk, open, part, name);
}

/** Gives a key to the list that has the keys, if it is one of its own; false otherwise. */
function ownKey(desk: Desk, open: OpenBox, { name, text }: KeyStroke): boolean {
  const list = listIn(desk.world(), open);
  const isFree = list?.state.draft === null || text === undefined;
  const own = isFree ? list?.part.keys?.find(({ key }) => key === name) : undefined;
  if (!list || !own) return false;
  const { options, state } = list;
  const isThere = !isGone(options, state);
  own.run(desk, viewOf(desk.world(), open), isThere ? options[cursorIn(options, state)] : undefined);
  if (isThere) settleCursor(desk);
  else if (topOverlay(desk.world()) === open) say(desk, OPTION_GONE);
  return true;
}

function answerKey(desk: Desk, open: OpenBox, { name }: KeyStroke): void {
  const { box } = asked(open);
  const part = box.parts[open.state.at]!;
  const pressed = part.kind === 'buttons' && part.buttons(viewOf(desk.world(), open)).find(({ key }) => key === name);
  if (pressed) submit(desk, open, open.state.at, pressed.key);
  else if (STEPS[name]) goOn(desk, open, STEPS[name]);
  else if (name === 'n' || name === 'q') leave(desk, open);
}

function lineKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const { part } = lineIn(open)!;
  const arrow = part.kind === 'line' && !part.recall && STEPS[stroke.name];
  if (stroke.name === 'enter' && part.kind === 'line') next(desk, open);
  else if (arrow) goOn(desk, open, arrow);
  else if (!typeInLine(desk, open, stroke)) goOn(desk, open, TABS[stroke.name]!);
}

/** Keys that lead from a line to the next part. */
const STEPS: Readonly<Record<string, 1 | -1>> = { down: 1, up: -1 };
/** The same for a button. */
const BUTTON_STEPS: Readonly<Record<string, 1 | -1>> = { ...STEPS, right: 1, left: -1 };

/** Presses the button that has this key, from any part. */
function keyOfButton(desk: Desk, open: OpenBox, { box: key }: KeyStroke): boolean {
  const view = viewOf(desk.world(), open);
  const has = ([, part]: [string, AnyPart]) => part.kind === 'button' && part.key === key && isThere(part, view);
  const [name] = key === undefined ? [] : (Object.entries(asked(open).box.parts).find(has) ?? []);
  if (name !== undefined) press(desk, open, name);
  return name !== undefined;
}

function buttonKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const { at } = open.state;
  const part = asked(open).box.parts[at]!;
  const step = BUTTON_STEPS[stroke.name];
  const isSideways = stroke.name === 'left' || stroke.name === 'right';
  if (stroke.name === 'enter') press(desk, open, at);
  else if (step && isSideways && part.kind === 'button' && part.step) part.step(desk, viewOf(desk.world(), open), step);
  else if (step) goOn(desk, open, step);
  else typeOn(desk, open, stroke);
}

/** Typing on a button writes no text of the box: it changes the time on the button, or the button takes it. */
function typeOn(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const { at } = open.state;
  const [part, state] = [asked(open).box.parts[at]!, open.state.parts[at]!];
  if (part.kind !== 'button' || state.kind !== 'button') return;
  if (part.usual !== undefined) {
    const { text: words } = withStroke({ text: state.words, cursor: state.words.length }, stroke);
    replaceBox(desk, withPart(open, { kind: 'button', words }));
  } else if (part.type && stroke.text !== undefined) part.type(desk, viewOf(desk.world(), open), stroke.text);
  else say(desk, t`Enter presses the button · Tab goes on`);
}

function press(desk: Desk, open: OpenBox, name: string): void {
  const part = asked(open).box.parts[name]!;
  if (part.kind === 'button' && part.press) part.press(desk, viewOf(desk.world(), open));
  else submit(desk, open, name);
}

function choicesKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const list = listIn(desk.world(), open);
  if (!list) return;
  const { state, options } = list;
  const step = rowsBy(stroke, state.draft === null);
  const at = Number(stroke.name) - 1;
  if (stroke.name === 'enter') {
    if (takeChoice(desk, open)) settleCursor(desk);
  } else if (step !== 0) setPartState(desk, open, withCursor(state, options, cursorIn(options, state) + step));
  else if (state.draft !== null)
    filter(desk, open, state, withStroke(stroke.text === undefined ? state.draft : filterText(state), stroke));
  else if (stroke.name === 'q') leave(desk, open);
  else if (/^[1-9]$/.test(stroke.name) && options[at]) takeChoice(desk, withPart(open, withCursor(state, options, at)));
}

/** The filter text that a letter or a paste goes into: one that named an option that was taken gives way. */
function filterText({ draft, isTaken }: ChoicesState) {
  return draft === null || isTaken ? EMPTY : draft;
}

/** Typing changes the options, so the cursor goes back to the best one. */
function filter(desk: Desk, open: OpenBox, state: ChoicesState, draft: ChoicesState['draft']): void {
  const written = { ...state, draft, isTaken: undefined };
  const isSame = draft?.text === state.draft?.text;
  const { options = [] } = (isSame ? undefined : listIn(desk.world(), withPart(open, written))) ?? {};
  setPartState(desk, open, isSame ? written : withCursor(written, options, 0));
}

/** Puts the part that has the keys into another state. An edited text is not faulty before it is taken again. */
function setPartState(desk: Desk, open: OpenBox, state: PartState): void {
  replaceBox(desk, withPart(withoutFault(open), state));
}
