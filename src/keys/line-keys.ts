import type { Desk } from '../state/desk.ts';
import { scrollBehind } from '../state/detail/move.ts';
import { rewritten } from '../state/drafts/drafts.ts';
import { editedMarked } from '../state/reply/inserted.ts';
import { whereAndWhen } from '../state/world/elsewhere.ts';
import type { OpenBox, TypedText } from '../state/world/open-box.ts';
import type { BoxKeyId } from '../state/world/overlay.ts';
import type { DraftKey, World } from '../state/world.ts';
import { insert } from '../text/edit.ts';
import { t } from '../text/safe.ts';
import type { KeyStroke } from './action.ts';
import { asked, boxNow, replaceBox, viewOf } from './flow.ts';
import type { Completed } from './line-part.ts';
import { withoutFault, withPart } from './list-state.ts';
import { inEditor, topOverlay } from './overlay.ts';
import { partDraftKey } from './part-state.ts';
import { type AnyBox, isForm, isLinePart } from './parts.ts';
import { stepOf, withStroke } from './row-keys.ts';

/** The keys that lead to another part, or complete a word. */
export const TABS: Readonly<Record<string, 1 | -1>> = { tab: 1, 'shift-tab': -1 };

/** The text part of this name, by default the part that has the keys; undefined if that part is not text. */
export function lineIn(open: OpenBox, name = open.state.at) {
  const [part, state] = [asked(open).box.parts[name], open.state.parts[name]];
  if (!part || !isLinePart(part) || (state?.kind !== 'line' && state?.kind !== 'text')) return undefined;
  return { name, part, state };
}

/**
 * The text of many lines in a box, whichever part has the keys; undefined if it has none. A form may have several: there it
 * is the one with the keys.
 */
export function textIn(open: OpenBox) {
  const { at, parts } = open.state;
  const names = isForm(asked(open).box) ? [at] : Object.keys(parts);
  const name = names.find(one => parts[one]!.kind === 'text');
  return name === undefined ? undefined : lineIn(open, name);
}

/** Brings the lines up to date that are kept outside of their box, and returns the box as it is then. */
export function refreshLines(desk: Desk, open: OpenBox): OpenBox {
  asked(open).box.follow?.(desk, viewOf(desk.world(), open));
  const now = boxNow(desk.world(), open) ?? open;
  const view = viewOf(desk.world(), now);
  let followed = now;
  for (const name of Object.keys(now.state.parts)) {
    const { part, state } = lineIn(now, name) ?? {};
    const text = part?.kept?.text(view);
    if (state && text !== undefined && text !== state.draft.text)
      followed = withPart(followed, { ...state, draft: { text, cursor: text.length }, walk: undefined }, name);
  }
  if (followed !== now) replaceBox(desk, followed);
  return followed;
}

/** The line in this place, if it has the keys. */
export function lineAt(world: World, place: AnyBox['place']) {
  const open = topOverlay(world);
  return open && asked(open).box.place === place ? lineIn(open) : undefined;
}

/** Gives a key to the line that has the keys; returns false if Tab has nothing to complete there. */
export function typeInLine(desk: Desk, open: OpenBox, stroke: KeyStroke): boolean {
  const { part, state } = lineIn(open)!;
  const [tab, arrow] = [TABS[stroke.name], stepOf(stroke, false)];
  const view = viewOf(desk.world(), open);
  const multiline = part.kind === 'text';
  const made = tab && part.complete?.(desk, view, state, tab);
  if (made === 'next' || (tab && !part.complete)) return false;
  if (tab) fillIn(desk, open, made);
  else if (arrow !== 0 && part.recall) fillIn(desk, open, part.recall(desk, view, state, arrow));
  else {
    const before = stroke.text === undefined ? state.draft : draftFor(desk, open, stroke.text);
    const draft = withStroke(before, stroke, multiline);
    if (draft !== state.draft || state.walk) setLineText(desk, open, { draft });
  }
  return true;
}

/** The text that is typed or pasted into: a proposed one gives way. */
function draftFor(desk: Desk, open: OpenBox, text: string): TypedText['draft'] {
  const { part, state } = lineIn(open)!;
  const { draft } = state;
  const isAtEnd = draft.cursor === draft.text.length;
  return isAtEnd && part.isProposed?.(viewOf(desk.world(), open), text) ? { text: '', cursor: 0 } : draft;
}

/** In a text of many lines these scroll what is behind its box. */
const PAGES: Partial<Readonly<Record<BoxKeyId, 1 | -1>>> = { 'box.page-down': 1, 'box.page-up': -1 };

/** Handles a further key of a box with a text of many lines; false if the key has no meaning there. */
export function textKey(desk: Desk, open: OpenBox, { box }: KeyStroke): boolean {
  if (box === undefined || textIn(open) === undefined) return false;
  const page = PAGES[box];
  if (page !== undefined) scrollPage(desk, open, page);
  else if (box === 'box.editor') void rewrite(desk, open);
  else return asked(open).box.ownKey?.(desk, viewOf(desk.world(), open), box) ?? false;
  return true;
}

function scrollPage(desk: Desk, open: OpenBox, page: 1 | -1): void {
  const lines = desk.detailLines();
  const detail = scrollBehind(desk.world(), lines, page);
  desk.set({ detail });
  const isAtEnd = detail.top + desk.world().viewport.behindRows >= lines.length;
  if (isAtEnd) asked(open).box.sawEnd?.(desk, viewOf(desk.world(), open));
}

/** Opens the text in `$EDITOR`; it returns to its box even if another one has opened meanwhile. */
async function rewrite(desk: Desk, open: OpenBox): Promise<void> {
  const { name, state } = textIn(open)!;
  const take = (text: string): void => {
    const now = boxNow(desk.world(), open);
    const draft = insert({ text: '', cursor: 0 }, text.trimEnd(), { multiline: true });
    if (now?.steps === open.steps) setLineText(desk, now, { draft }, name);
  };
  const text = await inEditor(desk, state.draft.text, take);
  if (text !== undefined) take(text);
}

/** Inserts a paste into the line that has the keys. */
export function pasteInLine(desk: Desk, open: OpenBox, text: string): void {
  const { part } = lineIn(open)!;
  setLineText(desk, open, { draft: insert(draftFor(desk, open, text), text, { multiline: part.kind === 'text' }) });
}

/** Puts the completed word into the line, unless another key came first. */
function fillIn(desk: Desk, open: OpenBox, made: Completed | Promise<Completed>): void {
  if (made instanceof Promise) {
    void made.then(line => {
      if (topOverlay(desk.world()) === open) fillIn(desk, open, line);
    });
  } else if (made && made !== 'next') setLineText(desk, open, made);
}

/** Puts typed characters into the text and its draft. An edited text has no fault until it is submitted again. */
function setLineText(desk: Desk, open: OpenBox, { draft, walk }: TypedText, name = open.state.at): void {
  const { part, state } = lineIn(open, name)!;
  const written = { draft: part.kind === 'text' ? editedMarked(state.draft.text, draft) : draft, walk };
  putText(desk, open, written, name);
  if (draft.text !== state.draft.text) part.wrote?.(desk, viewOf(desk.world(), open), written);
}

/** The same for a text that was not typed: what commands wrote in it stays marked. */
export function putText(desk: Desk, open: OpenBox, { draft, walk }: TypedText, name = open.state.at): void {
  const { part, state } = lineIn(open, name)!;
  const view = viewOf(desk.world(), open);
  const isNew = draft.text !== state.draft.text;
  const isSecret = part.isSecret?.(view) ? { isSecret: true as const } : {};
  replaceBox(desk, withPart(isNew ? withoutFault(open) : open, { ...state, ...isSecret, draft, walk }, name));
  if (isNew) part.kept?.write(desk, view, draft.text);
  const key = partDraftKey(part, view);
  if (key === undefined) return;
  const asDraft = (text: string) => (part.draft?.isNew?.(view, text) === false ? '' : text);
  const { drafts } = desk.world();
  const next = rewritten(drafts, [key, 'text', asDraft(draft.text)], asDraft(state.draft.text));
  if (next !== drafts) desk.set({ drafts: next });
}

/** Whether the line that has the keys is not taken: the reason is said, or stands at a line that covers the footer. */
export function isRefused(desk: Desk, open: OpenBox): boolean {
  const { part, state } = lineIn(open)!;
  const { draft } = state;
  const view = viewOf(desk.world(), open);
  const refused = part.check?.(view, draft.text) ?? part.refuse?.(desk, view, draft.text);
  if (refused === undefined) return state.heldAs !== undefined && isSentElsewhere(desk, state.heldAs);
  const { problem, short, at = draft.cursor } = typeof refused === 'string' ? { problem: refused } : refused;
  const { box } = asked(open);
  const shown = withPart(open, { ...state, walk: undefined, draft: { ...draft, cursor: at } });
  replaceBox(desk, part.kind === 'line' || isForm(box) ? { ...shown, fault: problem, faults: undefined } : shown);
  const said = isForm(box) ? t`${part.label ?? t``} ${problem}` : problem;
  if (box.place !== 'last') desk.notify({ tone: 'problem', text: said, ...(short === undefined ? {} : { short }) });
  return true;
}

/**
 * If another desk of this agent has sent the beginning of this draft, says so once instead of sending it a second time.
 * Returns whether it did.
 */
function isSentElsewhere(desk: Desk, key: DraftKey): boolean {
  desk.hooks.lookAround?.();
  const sent = desk.world().sentElsewhere.get(key);
  if (!sent) return false;
  desk.hooks.forgetSent?.(key);
  const where = whereAndWhen(sent.terminal, sent.at, desk.now());
  desk.notify({
    tone: 'problem',
    text: t`Not sent: your other desk (${where}) has sent its beginning. Send again for all of it.`,
    short: t`Not sent: sent elsewhere (${where})`,
  });
  return true;
}
