import { memo, type ReactElement } from 'react';
import type { Field } from '../actions/action.ts';
import { backHint } from '../actions/back.ts';
import { hintsOf } from '../actions/help.ts';
import { actions } from '../actions/index.ts';
import { topOverlay } from '../actions/overlay.ts';
import { markCount } from '../state/list.ts';
import type { World } from '../state/world.ts';
import { pad, padBeforeEnd } from '../text/cut.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import { width } from '../text/width.ts';
import { type Painted, paint } from './theme.ts';
import { useWorld, useWorldList } from './use-world.ts';
import { Line, type Piece } from './widgets/line.tsx';

const MARK_COLUMNS = 10;
/** `99 unsent · slow` */
const STATE_COLUMNS = 16;
/** From this width on the state has a place of its own, so that it comes and goes without cutting a key. */
const ROOMY = 100;
/** Narrower than this, a notice has the whole line: what it says is more than how many are marked. */
const NARROW = 60;

/** The last line: how many are marked, then what happened or the keys, and on the right what is wrong with the link. */
export const Footer = memo(function Footer({ columns }: { readonly columns: number }): ReactElement {
  const marks = useWorld(world => markCount(world.list));
  const state = useWorld(stateText);
  const notice = useWorld(noticeShown);
  const link = useWorld(world => world.link);
  const keys = useWorldList(keysOfPlace);
  const staying = useWorldList(stayingKeys);
  const stateColumns = columns >= ROOMY ? STATE_COLUMNS : width(state);
  const room = Math.max(0, columns - MARK_COLUMNS - stateColumns - 4);
  const said = notice === null ? undefined : ((link === 'slow' ? notice.short : undefined) ?? notice.text);
  if (said !== undefined && columns < NARROW) {
    return <Line>{[t` `, painted(notice?.tone === 'problem', padBeforeEnd(said, columns - 2))]}</Line>;
  }
  const middle: Piece =
    said === undefined ? cutKeys(keys, staying, room) : painted(notice?.tone === 'problem', padBeforeEnd(said, room));
  return (
    <Line>
      {[
        t` ${pad(marks > 0 ? t`${marks} marked` : t``, MARK_COLUMNS)} `,
        middle,
        t` ${pad(state, stateColumns, 'right')} `,
      ]}
    </Line>
  );
});

/** Over a slow link a picker's own signs say what was done; the notice waits until it closes. */
function noticeShown(world: World): World['notice'] {
  const { notice, link } = world;
  return link === 'slow' && notice?.tone === 'done' && topOverlay(world)?.kind === 'picker' ? null : notice;
}

function painted(isProblem: boolean, text: SafeText): Painted {
  return paint(isProblem ? 'problem' : 'plain', text);
}

/** What the agent has to look at in `go` goes before what will be sent anyway. */
function stateText({ unsent, link, pending, refused, isReadOnly }: World): SafeText {
  const open = refused.length + pending.filter(({ state }) => state === 'asks').length;
  const sending = open > 0 ? [t`go: ${open} to see`] : unsent > 0 ? [t`${unsent} unsent`] : [];
  const parts = [...(isReadOnly ? [t`read-only`] : []), ...sending, ...(link === 'slow' ? [t`slow`] : [])];
  return join(parts, t` · `);
}

/** The keys of the place that are left out where there is no room for them, the most used ones first. */
function keysOfPlace(world: World): readonly SafeText[] {
  return keysAlone(world) ? [] : hintTexts(world).slice(0, -1);
}

/** The keys that are shown at every width: a newcomer must find the help and the way back. */
function stayingKeys(world: World): readonly SafeText[] {
  const alone = keysAlone(world);
  if (alone) return [alone];
  const back = backHint(world);
  return [...hintTexts(world).slice(-1), ...(back === undefined ? [] : [t`Esc ${back}`])];
}

/** What stands in the keys' place in a box, after the first key of two, and on a slow link. */
function keysAlone(world: World): SafeText | undefined {
  const overlay = topOverlay(world);
  if (overlay?.kind === 'field') return fieldText(actions.find(({ id }) => id === overlay.actionId)?.field);
  if (overlay) return t`Esc back`;
  if (world.prefix.length > 0) return t`${join(world.prefix as SafeText[])} …`;
  return world.link === 'slow' ? t`? help` : undefined;
}

/** The hints of the place; the key for help is the last one. */
function hintTexts(world: World): readonly SafeText[] {
  return hintsOf(actions, world).map(([key, word]) => t`${key} ${word}`);
}

/** Who will read what is written, or the keys of a field that has no foot of its own. */
function fieldText(field: Field | undefined): SafeText {
  return field?.audience ?? t`Enter ${field?.verb ?? t`takes it`}  Esc back`;
}

/** As many keys as there is room for; none is cut in half. */
function cutKeys(keys: readonly SafeText[], staying: readonly SafeText[], room: number): SafeText {
  for (let count = keys.length; count >= 0; count -= 1) {
    const text = join([...keys.slice(0, count), ...staying], t`  `);
    if (width(text) <= room) return pad(text, room);
  }
  return pad(join(staying, t`  `), room);
}
