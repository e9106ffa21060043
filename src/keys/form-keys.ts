import type { Desk } from '../state/desk.ts';
import type { OpenBox, PartState } from '../state/world/open-box.ts';
import { join, type SafeText, safeBlock, safeLine, t } from '../text/safe.ts';
import { searchKey } from '../text/search-key.ts';
import type { KeyStroke } from './action.ts';
import { asked, back, begin, boxNow, replaceBox, viewOf } from './flow.ts';
import { listIn, withoutFault, withPart } from './list-state.ts';
import { question } from './one-box.ts';
import { say } from './overlay.ts';
import { type AnyBox, type AnyPart, type AnyView, isLinePart } from './parts.ts';
import { stepOf } from './row-keys.ts';
import { goOn, submit } from './submit.ts';

/** The contents of a part of a form, on one line. */
export function formPartWords({ part, state, view }: { part: AnyPart; state: PartState; view: AnyView }): SafeText {
  if (part.kind === 'buttons') return join(part.buttons(view).map(({ words }) => t`[ ${words} ]`));
  const nothing = t`–`;
  if (part.kind === 'choices' && state.kind === 'choices') {
    const labels = new Map(part.options(view, null).map(({ id, label }) => [id, label]));
    return (
      join(
        (state.chosen ?? []).map(id => labels.get(id) ?? t`#${safeLine(id)}`),
        t`, `,
      ) || nothing
    );
  }
  if (state.kind !== 'line' && state.kind !== 'text') return t``;
  const { text } = state.draft;
  if (isLinePart(part) && part.isSecret?.(view)) return text === '' ? nothing : t`written`;
  return (
    safeLine(
      safeBlock(text)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' '),
    ) || nothing
  );
}

/** The effect of Esc in a box, as words for its foot. */
export function escapeOf(box: AnyBox, view: AnyView): SafeText | undefined {
  return (box.asks?.changed(view) ?? []).length > 0 ? t`saves or drops` : box.escape?.(view);
}

/** Asks before the changed fields are dropped; false if no field was changed. */
export function asksFirst(desk: Desk, open: OpenBox): boolean {
  const { asks } = asked(open).box;
  const view = viewOf(desk.world(), open);
  if (!asks || open.isBusy || asks.changed(view).length === 0) return false;
  const title = asks.question(view);
  const leaving = question({
    id: open.flow.id,
    title: () => title,
    lines: () => [t`Your changes are not saved yet.`],
    verb: t`save`,
    buttons: () => [
      { key: 'y', words: t`saves it`, isRow: true },
      { key: 'd', words: t`drops it`, isRow: true },
    ],
    escape: () => t`goes on with it`,
    answer: (_desk, _data, _targets, key) => {
      const now = boxNow(desk.world(), open);
      if (now && key === 'd') back(desk, now);
      else if (now) submit(desk, now, now.state.at);
    },
  });
  begin(desk, leaving, undefined, []);
  return true;
}

/** These change nothing in a box. */
const MOVES = new Set(['tab', 'shift-tab', 'up', 'down', 'pgup', 'pgdn', 'left', 'right', 'home', 'end']);

/** Says why a box cannot be changed, if that is so and the key, or a paste, would change it. */
export function isFixed(desk: Desk, open: OpenBox, key?: string): boolean {
  const why = asked(open).box.fixed?.(viewOf(desk.world(), open));
  if (why === undefined || (key !== undefined && MOVES.has(key))) return false;
  say(desk, why);
  return true;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { left: -1, right: 1, space: 1 };

/** Changes the choice on the row of a form, or goes to another row; false if the key does neither. */
export function rowKey(desk: Desk, open: OpenBox, stroke: KeyStroke): boolean {
  const { part, options, state } = listIn(desk.world(), open) ?? {};
  if (!part?.isRow || !options || !state || stroke.name === 'enter') return false;
  const row = stepOf(stroke, false);
  const step = STEPS[stroke.name];
  const at = options.findIndex(({ id }) => id === state.chosen?.[0]);
  const named = options.find(({ label }) => stroke.text && searchKey(label).startsWith(searchKey(stroke.text)));
  const next = step ? options[(Math.max(at, step < 0 ? 0 : at) + step + options.length) % options.length] : named;
  if (row !== 0) goOn(desk, open, row);
  else if (next) replaceBox(desk, withPart(withoutFault(open), { ...state, chosen: [next.id] }));
  return true;
}
