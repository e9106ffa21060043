import { asked, viewOf } from '../../src/keys/flow.ts';
import type { Option } from '../../src/keys/option.ts';
import { topOverlay } from '../../src/keys/overlay.ts';
import { pageSize } from '../../src/keys/page.ts';
import { shownOptions } from '../../src/keys/parts.ts';
import type { Desk } from '../../src/state/desk.ts';
import type { OpenBox } from '../../src/state/open-box.ts';

/** The uppermost box, which a flow has asked. */
export function boxOf(desk: Desk): OpenBox {
  const top = topOverlay(desk.world());
  if (top?.kind !== 'box') throw new Error(`No flow asks: ${top?.kind}`);
  return top;
}

/** The uppermost box, by its id, and what is written in it; undefined if none is open. */
export function written(desk: Desk) {
  const top = topOverlay(desk.world());
  if (top === undefined) return undefined;
  if (top.kind === 'field')
    return { ...top, id: top.actionId, isBusy: undefined, fault: undefined, isSecret: undefined };
  const state = top.state.parts[top.state.at]!;
  const draft = 'draft' in state && state.draft !== null ? state.draft : { text: '', cursor: 0 };
  const { fault, isBusy, isSecret, targets } = top;
  return { kind: top.kind, id: asked(top).box.id, draft, fault, isBusy, isSecret, targets };
}

/** The id of the box that has the keys, as a flow asked it; undefined if none is open. */
export function askedId(desk: Desk): string | undefined {
  const top = topOverlay(desk.world());
  return top?.kind === 'box' ? asked(top).box.id : top?.kind;
}

/** The title of that box. */
export function titleIn(desk: Desk): string {
  const open = boxOf(desk);
  return asked(open).box.title(viewOf(desk.world(), open));
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
