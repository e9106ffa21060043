import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { SavedView } from '../world/query.ts';
import { digitViews, views } from './views.ts';

/** An edit of the saved views: the result, or why nothing was changed. */
export type ViewsEdit = (saved: readonly SavedView[]) => ViewsEdited;
/** The result of an edit. */
export type ViewsEdited = { readonly saved: readonly SavedView[] } | { readonly problem: SafeText };

/** The most characters of a view's name: more would be cut wherever it is shown. */
export const MAX_VIEW_NAME = 40;
/** The first saved views have a digit, from the first one that no given view has. */
const MAX_DIGITS = 10 - digitViews.length;

/** The digit that opens the saved view at this index; empty if it has none. */
export function savedDigit(index: number): SafeText {
  return index < MAX_DIGITS ? safeLine(String(digitViews.length + index)) : t``;
}

/** The digits of saved views, whether they are taken or not. */
export const savedDigits: readonly SafeText[] = Array.from({ length: MAX_DIGITS }, (_, index) => savedDigit(index));

/** A name as it is saved: on one line, without blanks around it. */
export function viewName(typed: string): SafeText {
  return safeLine(typed.trim().replace(/\s+/gu, ' '));
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The saved view with this name, ignoring case. */
export function savedView(saved: readonly SavedView[], name: string): SavedView | undefined {
  return saved.find(view => sameName(view.name, name));
}

/** Why a view cannot have this name; undefined if it can. `own`: its present name. */
export function whyNoName(saved: readonly SavedView[], typed: string, own?: string): SafeText | undefined {
  const name = viewName(typed);
  if (name === '') return t`A view needs a name.`;
  const length = [...name].length;
  if (length > MAX_VIEW_NAME) return t`The name has ${length} characters: at most ${MAX_VIEW_NAME} are allowed.`;
  if (views.some(({ title }) => sameName(title, name))) return t`${name} is a given view: choose another name.`;
  const others = saved.filter(view => own === undefined || !sameName(view.name, own));
  return savedView(others, name) ? t`There is a view “${name}” already: choose another name.` : undefined;
}

/** Adds a view after the others. */
export function addView(typed: string, filter: string): ViewsEdit {
  return saved => {
    const problem = whyNoName(saved, typed);
    return problem === undefined ? { saved: [...saved, { name: viewName(typed), filter }] } : { problem };
  };
}

/** Gives a view another name. */
export function renameView(from: string, typed: string): ViewsEdit {
  return saved => {
    const problem = whyNoName(saved, typed, from);
    return problem === undefined ? changed(saved, from, view => ({ ...view, name: viewName(typed) })) : { problem };
  };
}

/** Gives a view another filter. */
export function refilterView(name: string, filter: string): ViewsEdit {
  return saved => changed(saved, name, view => ({ ...view, filter }));
}

/** Moves a view down (1) or up (-1); at an end it stays. */
export function moveView(name: string, by: 1 | -1): ViewsEdit {
  return saved => {
    const view = savedView(saved, name);
    if (!view) return gone(name);
    const index = saved.indexOf(view);
    const next = saved.filter(other => other !== view);
    return { saved: next.toSpliced(Math.max(0, index + by), 0, view) };
  };
}

/** Removes a view. One that another desk has removed is gone as well. */
export function removeView(name: string): ViewsEdit {
  return saved => ({ saved: saved.filter(view => !sameName(view.name, name)) });
}

function changed(saved: readonly SavedView[], name: string, change: (view: SavedView) => SavedView): ViewsEdited {
  const found = savedView(saved, name);
  return found ? { saved: saved.map(view => (view === found ? change(view) : view)) } : gone(name);
}

function gone(name: string): ViewsEdited {
  return { problem: t`The view “${safeLine(name)}” is gone: another desk has renamed or deleted it.` };
}
