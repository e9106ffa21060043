import type { Desk } from '../state/desk.ts';
import type { OpenBox } from '../state/world/open-box.ts';
import { t } from '../text/safe.ts';
import { answer, asked, closeBox, replaceBox, viewOf } from './flow.ts';
import { isRefused } from './line-keys.ts';
import { listIn, toggle } from './list-state.ts';
import type { Option } from './option.ts';
import { cursorIn, isGone } from './options.ts';
import { say } from './overlay.ts';
import { isThere, wordsOn } from './part-state.ts';

/** An option went while its box was open. */
export const OPTION_GONE = t`Nothing was done: the row at the cursor is gone.`;

/** Gives the keys to a part. */
export function goTo(desk: Desk, open: OpenBox, at: string): void {
  if (at !== open.state.at) replaceBox(desk, { ...open, state: { ...open.state, at } });
}

/** Gives the keys to the next part, or the one before. */
export function goOn(desk: Desk, open: OpenBox, step: 1 | -1): void {
  const { parts } = asked(open).box;
  const view = viewOf(desk.world(), open);
  const names = Object.keys(parts).filter(name => parts[name]!.kind !== 'page' && isThere(parts[name]!, view));
  goTo(desk, open, names[(names.indexOf(open.state.at) + step + names.length) % names.length]!);
}

/** Enter leads on to the next part; in the last one it answers. */
export function next(desk: Desk, open: OpenBox): void {
  const names = Object.keys(open.state.parts);
  if (names.at(-1) === open.state.at) submit(desk, open, open.state.at);
  else goOn(desk, open, 1);
}

/**
 * Answers with what the parts say, unless one of them is wrong: that one gets the keys, and the reason is said. `pressed`:
 * the button, if it is one, and its key.
 */
export function submit(desk: Desk, open: OpenBox, pressed: string, key = ''): void {
  const { box } = asked(open);
  const view = viewOf(desk.world(), open);
  const given: Record<string, string> = {};
  for (const [name, part] of Object.entries(box.parts)) {
    if (part.kind === 'page') continue;
    const said = isThere(part, view) ? answerOf(desk, open, name, name === pressed ? key : undefined) : '';
    if (said === undefined) return;
    given[name] = said;
  }
  const problem = box.whyNot?.(desk, view, given);
  if (problem !== undefined) say(desk, problem);
  else answer(desk, open, given);
}

/** The answer of a part; undefined if that is not taken. `key`: that of a button that is pressed. */
function answerOf(desk: Desk, open: OpenBox, name: string, key: string | undefined): string | undefined {
  const [part, state] = [asked(open).box.parts[name]!, open.state.parts[name]!];
  const view = viewOf(desk.world(), open);
  const at = { ...open, state: { ...open.state, at: name } };
  if (part.kind === 'buttons') return key || (part.buttons(view)[0]?.key ?? '');
  if (part.kind === 'button') {
    if (key === undefined || part.press) return '';
    const words = wordsOn(part, state, name);
    const problem = part.check?.(view, words);
    if (problem !== undefined) say(desk, problem);
    return problem === undefined ? words : undefined;
  }
  if (state.kind === 'choices' && state.chosen) return state.chosen.join();
  if (part.kind === 'choices') {
    const option = chosen(desk, open, name);
    const isOwn = option && (option.run ?? part.take) !== undefined;
    if (isOwn) takeChoice(desk, at);
    return isOwn ? undefined : option?.id;
  }
  return 'draft' in state && state.draft && !isRefused(desk, at) ? state.draft.text : undefined;
}

/** Takes the choice at the cursor; false if it cannot be taken. One that acts by itself ends the flow. */
export function takeChoice(desk: Desk, open: OpenBox): boolean {
  const option = chosen(desk, open, open.state.at);
  if (option?.run) {
    closeBox(desk, open);
    option.run(desk);
  } else if (option) {
    const { part, state } = listIn(desk.world(), open)!;
    if (part.take) part.take(desk, viewOf(desk.world(), open), option);
    else if (state.chosen && !part.isRow) toggle(desk, open, state, option.id);
    else next(desk, open);
  }
  return option !== undefined;
}

/** The choice at the cursor of a part; undefined if it cannot be taken, which the footer then says. */
function chosen(desk: Desk, open: OpenBox, name: string): Option | undefined {
  const { options, state } = listIn(desk.world(), open, name)!;
  const option = options[cursorIn(options, state)];
  if (isGone(options, state)) say(desk, OPTION_GONE);
  else if (option?.whyNot !== undefined) say(desk, t`${option.label} ${option.whyNot}.`);
  else return option;
  return undefined;
}
