import { asked, viewOf } from '../../src/keys/flow.ts';
import { lineIn, textIn } from '../../src/keys/line-keys.ts';
import type { Option } from '../../src/keys/option.ts';
import { topOverlay } from '../../src/keys/overlay.ts';
import { pageSize } from '../../src/keys/page.ts';
import { shownOptions, wordsOn } from '../../src/keys/part-state.ts';
import { isLinePart } from '../../src/keys/parts.ts';
import type { Desk } from '../../src/state/desk.ts';
import type { OpenBox } from '../../src/state/world/open-box.ts';
import type { Draft } from '../../src/text/edit.ts';

/** The uppermost box, which a flow has asked. */
export function boxOf(desk: Desk): OpenBox {
  const top = topOverlay(desk.world());
  if (!top) throw new Error('No flow asks.');
  return top;
}

/** The name of the part that has the keys; undefined if no box is open. */
export function partIn(desk: Desk): string | undefined {
  return topOverlay(desk.world())?.state.at;
}

/** The text of many lines in the uppermost box, and its cursor, whichever part has the keys. */
export function textOf(desk: Desk): Draft | undefined {
  const top = topOverlay(desk.world());
  return top && textIn(top)?.state.draft;
}

/** The uppermost box, by its id, and what is written in it; undefined if none is open. */
export function written(desk: Desk) {
  const top = topOverlay(desk.world());
  if (top === undefined) return undefined;
  const state = top.state.parts[top.state.at]!;
  const draft = 'draft' in state && state.draft !== null ? state.draft : { text: '', cursor: 0 };
  const { fault, isBusy, targets } = top;
  const { box } = asked(top);
  const part = box.parts[top.state.at]!;
  const isSecret = (isLinePart(part) && part.isSecret?.(viewOf(desk.world(), top))) || undefined;
  return { kind: top.kind, id: box.id, draft, fault, isBusy, isSecret, targets };
}

/** The id of the box that has the keys, as a flow asked it; undefined if none is open. */
export function askedId(desk: Desk): string | undefined {
  const top = topOverlay(desk.world());
  return top && asked(top).box.id;
}

/** The title of that box. */
export function titleIn(desk: Desk): string {
  const open = boxOf(desk);
  return asked(open).box.title(viewOf(desk.world(), open));
}

/** What stands beside the title of that box: the meaning of its button, or what is to be said about the whole. */
export function asideIn(desk: Desk): string | undefined {
  const open = boxOf(desk);
  const { box } = asked(open);
  const [part, view] = [box.parts[open.state.at]!, viewOf(desk.world(), open)];
  const made = part.kind === 'button' ? part.made?.(view, wordsOn(part, open.state.parts[open.state.at])) : undefined;
  return made ?? box.aside?.(view, 60, false);
}

/** The rule below the line that has the keys. */
export function ruleIn(desk: Desk): string | undefined {
  const open = boxOf(desk);
  return lineIn(open)?.part.rule?.(viewOf(desk.world(), open), '');
}

/** The choices in that box, as its filter line leaves them. */
export function optionsIn(desk: Desk): readonly Option[] {
  const open = boxOf(desk);
  const [part, state] = [asked(open).box.parts[open.state.at], open.state.parts[open.state.at]];
  if (part?.kind !== 'choices' || state?.kind !== 'choices') throw new Error(`${asked(open).box.id} has no choices`);
  return shownOptions(part, viewOf(desk.world(), open), state.draft);
}

/** The words on the pages of that box. */
export function linesIn(desk: Desk): readonly string[] {
  const open = boxOf(desk);
  const view = viewOf(desk.world(), open);
  return Object.values(asked(open).box.parts).flatMap(part =>
    part.kind === 'page' ? part.lines(view, pageSize(view.world.viewport, part).columns) : [],
  );
}

/** The keys of the page that is open, as its foot names them. */
export function footIn(desk: Desk): string | undefined {
  const open = boxOf(desk);
  const part = asked(open).box.parts[open.state.at]!;
  return part.kind === 'page' ? part.foot?.(viewOf(desk.world(), open)) : undefined;
}

/** The keys that answer it. */
export function buttonsIn(desk: Desk): readonly string[] {
  const open = boxOf(desk);
  const view = viewOf(desk.world(), open);
  return Object.values(asked(open).box.parts).flatMap(part =>
    part.kind === 'buttons' ? part.buttons(view).map(({ key }) => key) : [],
  );
}
