import type { Desk } from '../state/desk.ts';
import { takeTime } from '../state/sync/take-time.ts';
import type { ActionId } from '../state/world/overlay.ts';
import type { Pane } from '../state/world.ts';
import { cut } from '../text/cut.ts';
import { join, type SafeText, safeLine, t } from '../text/safe.ts';
import { act, isTypedOn } from './act.ts';
import type { KeyStroke, Stroke } from './action.ts';
import { keyLabel } from './help.ts';
import { type Bound, type Keymap, meaningOf } from './keymap.ts';
import { say, topOverlay } from './overlay.ts';
import { overlayKey, overlayPaste } from './overlay-keys.ts';

/** These work in every scope, even over a question, unless their key types: they change nothing but the screen. */
const ALWAYS: ReadonlySet<string> = new Set(['repaint', 'suspend'] satisfies ActionId[]);
const PASTE_SHOWN_COLUMNS = 30;
/** Nothing that a key can do is said to less than a minute. */
const KEY_TIME_MS = 1_000;

/** Acts on all keys of one read, in order and at once: the screen draws only the last state. */
export function dispatch(desk: Desk, strokes: readonly Stroke[], bound: Bound): void {
  const { link, overlays } = desk.world();
  if (link === 'fast') takeTime(desk, KEY_TIME_MS);
  for (const stroke of strokes) {
    if (stroke.kind === 'paste') takePaste(desk, stroke.text, bound);
    else takeKey(desk, stroke, bound);
  }
  // Over a slow link ages are drawn again with a box, which may say what a time means.
  if (link === 'slow' && desk.world().overlays.length > overlays.length) takeTime(desk);
}

function takePaste(desk: Desk, text: string, _bound: Bound): void {
  if (overlayPaste(desk, text)) return;
  say(desk, t`Pasted text ignored: ${cut(safeLine(text.trim()), PASTE_SHOWN_COLUMNS)}`);
}

function takeKey(desk: Desk, stroke: KeyStroke, bound: Bound): void {
  const world = desk.world();
  const meaning = stroke.text === undefined ? meaningOf(bound.keymap, world.pane, [stroke.name]) : 'nothing';
  if (typeof meaning === 'object' && ALWAYS.has(meaning.action.id)) {
    act(desk, meaning.action);
    return;
  }
  if (isTypedOn(desk, stroke)) return;
  if (topOverlay(world)) overlayKey(desk, stroke, bound);
  else if (world.prefix.length > 0) continueSequence(desk, stroke, bound);
  else begin(desk, stroke, bound);
}

function begin(desk: Desk, stroke: KeyStroke, { keymap }: Bound): void {
  const meaning = meaningOf(keymap, desk.world().pane, [stroke.name]);
  if (meaning === 'nothing') say(desk, whyNothing(keymap, [stroke.name]));
  else if (meaning === 'prefix') desk.set({ prefix: [stroke.name] });
  else act(desk, meaning.action);
}

/** Keys of an unfinished sequence. */
const LEAVE = new Set(['esc', 'ctrl-c']);

/** A key that does not continue the sequence is dropped with it: it never runs as a key by itself. */
function continueSequence(desk: Desk, stroke: KeyStroke, { keymap }: Bound): void {
  const { pane, prefix } = desk.world();
  const keys = [...prefix, stroke.name];
  const meaning = meaningOf(keymap, pane, keys);
  desk.set({ prefix: meaning === 'prefix' ? keys : [] });
  if (typeof meaning === 'object') act(desk, meaning.action);
  else if (meaning === 'nothing' && !LEAVE.has(stroke.name)) say(desk, whyNothing(keymap, keys));
}

const PANES: Readonly<Record<Pane, SafeText>> = { inboxes: t`inboxes`, list: t`list`, detail: t`detail` };

/** Why a key does nothing in this pane: it works in others, or it is bound nowhere. */
function whyNothing(keymap: Keymap, keys: readonly string[]): SafeText {
  const name = keyLabel(keys.join(' '));
  const found = (Object.keys(PANES) as Pane[]).flatMap(pane => {
    const meaning = meaningOf(keymap, pane, keys);
    if (meaning === 'nothing') return [];
    return [{ pane: PANES[pane], what: meaning === 'prefix' ? t`` : t` (${meaning.action.title})` }];
  });
  const [first] = found;
  if (!first) return t`${name} does nothing here`;
  const panes = join(
    found.map(({ pane }) => pane),
    t` and the `,
  );
  return t`${name}${first.what} works in the ${panes}`;
}
