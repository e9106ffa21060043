import type { Desk } from '../state/desk.ts';
import type { ChoicesState, OpenBox, PartState } from '../state/world/open-box.ts';
import type { World } from '../state/world.ts';
import { asked, boxNow, replaceBox, replay, viewOf } from './flow.ts';
import { cursorIn, isGone, withCursor } from './options.ts';
import { topOverlay } from './overlay.ts';
import { shownOptions } from './part-state.ts';
import type { AnyFlow } from './script.ts';

/**
 * A list of a box, by default the one that has the keys, with the choices that its filter line leaves; undefined if that
 * part is not a list.
 */
export function listIn(world: World, open: OpenBox, name = open.state.at) {
  const [part, state] = [asked(open).box.parts[name], open.state.parts[name]];
  if (part?.kind !== 'choices' || state?.kind !== 'choices') return undefined;
  return { part, state, options: shownOptions(part, viewOf(world, open), state.draft) };
}

/** The ids that the list with the keys answers with, if that is not the one at the cursor. */
export function chosenIn({ state: { at, parts } }: OpenBox): readonly string[] {
  const list = parts[at];
  return list?.kind === 'choices' ? (list.chosen ?? []) : [];
}

/** A box with a part in another state, by default the one that has the keys. */
export function withPart(open: OpenBox, state: PartState, name = open.state.at): OpenBox {
  const { at, parts } = open.state;
  return { ...open, state: { at, parts: { ...parts, [name]: state } } };
}

/** Adds the option of this id to those of a list, or takes it out again. */
export function toggle(desk: Desk, open: OpenBox, state: ChoicesState, id: string): void {
  const { chosen = [] } = state;
  const next = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id];
  const isTaken = state.draft?.text ? { isTaken: true } : {};
  replaceBox(desk, withPart(withoutFault(open), { ...state, chosen: next, ...isTaken }));
}

/** The box without the reason why the part that has the keys was not taken. */
export function withoutFault({ faults, ...open }: OpenBox): OpenBox {
  const { [open.state.at]: _, ...others } = faults ?? {};
  return { ...open, faults: faults && others, fault: undefined };
}

/**
 * The option that the filter line names was taken: the next letter begins the name of another one. The text stays until
 * then, because an emptied line lists all options again, which costs a slow link a box.
 */
export function filterTaken(desk: Desk, open: OpenBox): void {
  const now = boxNow(desk.world(), open);
  const state = now?.state.parts[now.state.at];
  if (now && state?.kind === 'choices' && state.draft?.text)
    replaceBox(desk, withPart(now, { ...state, isTaken: true }));
}

/** Gives a list without a filter line one. */
export function beginFilter(desk: Desk, open: OpenBox): void {
  const list = listIn(desk.world(), open);
  if (list) replaceBox(desk, withPart(open, { ...list.state, draft: { text: '', cursor: 0 } }));
}

/**
 * Keeps the cursor on the option that is drawn at it. Needed only for options that came, or went, without a key: every
 * key that moves the cursor puts it on an option.
 */
export function keepDrawn(desk: Desk, open: OpenBox): void {
  const list = listIn(desk.world(), open);
  const at = list ? cursorIn(list.options, list.state) : -1;
  if (!list || at < 0 || list.options[at]!.id === list.state.optionId) return;
  replaceBox(desk, withPart(open, withCursor(list.state, list.options, at)));
}

/** In the uppermost box, an option that the agent itself took out gives its place to the next one. */
export function settleCursor(desk: Desk): void {
  const open = topOverlay(desk.world());
  const list = open && listIn(desk.world(), open);
  if (!list || !isGone(list.options, list.state)) return;
  replaceBox(desk, withPart(open, withCursor(list.state, list.options, list.state.index)));
}

/**
 * Gives the flow of an open box another input: what it asks follows from it. `at`: the cursor goes to this choice, or to the
 * first.
 */
export function changeInput<Input>(
  desk: Desk,
  open: OpenBox,
  change: (input: Input) => Input,
  { at }: { readonly at?: string } = {},
): void {
  const now = boxNow(desk.world(), open);
  if (!now) return;
  const input = change(now.input as Input);
  const { asked: found } = replay({ ...now, flow: now.flow as AnyFlow, input });
  const changed = { ...now, input, asked: found };
  replaceBox(desk, at === undefined ? changed : withChoice(desk, changed, at));
}

function withChoice(desk: Desk, open: OpenBox, id: string): OpenBox {
  const list = listIn(desk.world(), open);
  if (!list) return open;
  const place = list.options.findIndex(option => option.id === id);
  return withPart(open, withCursor(list.state, list.options, place));
}
