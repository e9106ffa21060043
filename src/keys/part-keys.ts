import type { Desk } from '../state/desk.ts';
import type { ChoicesState, OpenBox, PartState } from '../state/open-box.ts';
import { insert } from '../text/edit.ts';
import { t } from '../text/safe.ts';
import type { KeyStroke } from './action.ts';
import { answer, asked, back, closeBox, put, viewOf } from './flow.ts';
import { isRefused, lineIn, pasteInLine, TABS, textKey, typeInLine } from './line-keys.ts';
import { listIn, settle, withPart } from './list-state.ts';
import type { Option } from './option.ts';
import { cursorIn, isGone, withCursor } from './options.ts';
import { leaveOverlay, say, topOverlay } from './overlay.ts';
import { scroll } from './page.ts';
import { rowsBy, typed } from './row-keys.ts';

const EMPTY = { text: '', cursor: 0 };
const GONE = t`Nothing was done: the row at the cursor is gone.`;

/** Gives a key to an open box. Esc leads back, Ctrl-c out, Tab to the next part, and one key answers, from any part. */
export function boxKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const { name } = stroke;
  const { at, parts } = open.state;
  const tab = TABS[name];
  if (name === 'esc') leave(desk, open);
  else if (name === 'ctrl-c') leaveFlow(desk, open);
  else if (open.isBusy || ownKey(desk, open, stroke) || textKey(desk, open, stroke)) return;
  else if (parts[at]!.kind === 'page') readKey(desk, open, stroke);
  else if (tab !== undefined && !lineIn(open)?.part.complete) goTo(desk, open, tab);
  else if (stroke.box === 'box.send' && !asked(open).box.isQuestion) submit(desk, open);
  else if (parts[at]!.kind === 'choices') choicesKey(desk, open, stroke);
  else if (lineIn(open)) lineKey(desk, open, stroke);
  else if (parts[at]!.kind === 'buttons') buttonKey(desk, open, stroke);
  // A box above may have removed the row at the cursor.
  if (topOverlay(desk.world()) !== open && parts[at]?.kind !== 'choices') settle(desk);
}

/** Inserts a paste into the part that has the keys; false if it takes no text. */
export function boxPaste(desk: Desk, open: OpenBox, text: string): boolean {
  const state = open.state.parts[open.state.at]!;
  if (!('draft' in state) || state.draft === null) return false;
  if (open.isBusy) return true;
  if (state.kind === 'choices') filter(desk, open, state, insert(filterText(state), text));
  else pasteInLine(desk, open, text);
  return true;
}

function leave(desk: Desk, open: OpenBox): void {
  const { box } = asked(open);
  if (box.leave) box.leave(desk, viewOf(desk.world(), open));
  else back(desk, open);
}

/** A box that asks before it is left does so on the way out, too. */
function leaveFlow(desk: Desk, open: OpenBox): void {
  if (asked(open).box.leave) leave(desk, open);
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
  if (isThere) settle(desk);
  else if (topOverlay(desk.world()) === open) say(desk, GONE);
  return true;
}

function goTo(desk: Desk, open: OpenBox, step: 1 | -1): void {
  const names = Object.keys(open.state.parts).filter(name => open.state.parts[name]!.kind !== 'page');
  const next = names[(names.indexOf(open.state.at) + step + names.length) % names.length]!;
  if (next !== open.state.at) put(desk, { ...open, state: { ...open.state, at: next } });
}

function buttonKey(desk: Desk, open: OpenBox, { name }: KeyStroke): void {
  const { box } = asked(open);
  const part = box.parts[open.state.at]!;
  const pressed = part.kind === 'buttons' && part.buttons(viewOf(desk.world(), open)).find(({ key }) => key === name);
  if (pressed) submit(desk, open, { [open.state.at]: pressed.key });
  else if (name === 'n' || name === 'q') leave(desk, open);
}

function lineKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  if (stroke.name === 'enter' && lineIn(open)!.part.kind === 'line') next(desk, open);
  else typeInLine(desk, open, stroke);
}

function choicesKey(desk: Desk, open: OpenBox, stroke: KeyStroke): void {
  const list = listIn(desk.world(), open);
  if (!list) return;
  const { state, options } = list;
  const step = rowsBy(stroke, state.draft === null);
  const at = Number(stroke.name) - 1;
  if (stroke.name === 'enter') {
    if (take(desk, open)) settle(desk);
  } else if (step !== 0) write(desk, open, withCursor(state, options, cursorIn(options, state) + step));
  else if (state.draft !== null)
    filter(desk, open, state, typed(stroke.text === undefined ? state.draft : filterText(state), stroke));
  else if (stroke.name === 'q') leave(desk, open);
  else if (/^[1-9]$/.test(stroke.name) && options[at]) take(desk, withPart(open, withCursor(state, options, at)));
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
  write(desk, open, isSame ? written : withCursor(written, options, 0));
}

/** Puts the part that has the keys into another state. An edited text is not faulty before it is taken again. */
function write(desk: Desk, open: OpenBox, state: PartState): void {
  put(desk, withPart({ ...open, fault: undefined }, state));
}

/** Takes the choice at the cursor; false if it cannot be taken. One that acts by itself ends the flow. */
function take(desk: Desk, open: OpenBox): boolean {
  const option = chosen(desk, open, open.state.at);
  if (option?.run) {
    closeBox(desk, open);
    option.run(desk);
  } else if (option) {
    const { part } = listIn(desk.world(), open)!;
    if (part.take) part.take(desk, viewOf(desk.world(), open), option);
    else next(desk, open);
  }
  return option !== undefined;
}

/** The choice at the cursor of a part; undefined if it cannot be taken, which the footer then says. */
function chosen(desk: Desk, open: OpenBox, name: string): Option | undefined {
  const { options, state } = listIn(desk.world(), open, name)!;
  const option = options[cursorIn(options, state)];
  if (isGone(options, state)) say(desk, GONE);
  else if (option?.whyNot !== undefined) say(desk, t`${option.label} ${option.whyNot}.`);
  else return option;
  return undefined;
}

/** Enter leads on to the next part; in the last one it answers. */
function next(desk: Desk, open: OpenBox): void {
  const names = Object.keys(open.state.parts);
  if (names.at(-1) === open.state.at) submit(desk, open);
  else goTo(desk, open, 1);
}

/** Answers with what the parts say, unless one of them is wrong: that one gets the keys, and the reason is said. */
function submit(desk: Desk, open: OpenBox, pressed: Readonly<Record<string, string>> = {}): void {
  const { box } = asked(open);
  const view = viewOf(desk.world(), open);
  const given: Record<string, string> = {};
  for (const [name, part] of Object.entries(box.parts)) {
    const state = open.state.parts[name]!;
    if (part.kind === 'choices') {
      const option = chosen(desk, open, name);
      if (!option) return;
      if (option.run || part.take) {
        take(desk, { ...open, state: { ...open.state, at: name } });
        return;
      }
      given[name] = option.id;
    } else if (part.kind === 'buttons') given[name] = pressed[name] ?? part.buttons(view)[0]?.key ?? '';
    else if (state.kind === 'line' || state.kind === 'text') {
      if (isRefused(desk, { ...open, state: { ...open.state, at: name } })) return;
      given[name] = state.draft.text;
    }
  }
  answer(desk, open, given);
}
