import { memo, type ReactElement } from 'react';
import type { Field } from '../actions/action.ts';
import { backHint } from '../actions/back.ts';
import { hintsOf } from '../actions/help.ts';
import { actions } from '../actions/index.ts';
import { topOverlay } from '../actions/overlay.ts';
import { markCount } from '../state/list.ts';
import type { World } from '../state/world.ts';
import { pad } from '../text/cut.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import { width } from '../text/width.ts';
import { type Painted, paint } from './theme.ts';
import { useWorld } from './use-world.ts';
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
  const keys = useWorld(keysText);
  const stateColumns = columns >= ROOMY ? STATE_COLUMNS : width(state);
  const room = Math.max(0, columns - MARK_COLUMNS - stateColumns - 4);
  const said = notice === null ? undefined : ((link === 'slow' ? notice.short : undefined) ?? notice.text);
  if (said !== undefined && columns < NARROW) {
    return <Line>{[t` `, painted(notice?.tone === 'problem', pad(said, columns - 2))]}</Line>;
  }
  const middle: Piece = said === undefined ? cutKeys(keys, room) : painted(notice?.tone === 'problem', pad(said, room));
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

function stateText({ unsent, link }: World): SafeText {
  const parts = [...(unsent > 0 ? [t`${unsent} unsent`] : []), ...(link === 'slow' ? [t`slow`] : [])];
  return join(parts, t` · `);
}

/** The keys of the place in one string: parted by "\n", and by "\f" those that stay from those that may be left out. */
function keysText(world: World): string {
  const overlay = topOverlay(world);
  if (overlay?.kind === 'field') return fieldText(actions.find(({ id }) => id === overlay.actionId)?.field);
  if (overlay) return t`Esc back`;
  if (world.prefix.length > 0) return t`${join(world.prefix as SafeText[])} …`;
  if (world.link === 'slow') return t`? help`;
  const back = backHint(world);
  const hints = hintsOf(actions, world).map(([key, word]) => t`${key} ${word}`);
  // The key for help is the last one: who knows no other must find it at every width, and the way back too.
  const stay = [...hints.slice(-1), ...(back === undefined ? [] : [t`Esc ${back}`])];
  return [stay, hints.slice(0, -1)].map(part => part.join('\n')).join('\f');
}

/** Who will read what is written, or the keys of a field that has no foot of its own. */
function fieldText(field: Field | undefined): SafeText {
  return field?.audience ?? t`Enter ${field?.verb ?? t`takes it`}  Esc back`;
}

/** As many keys as there is room for; none is cut in half. */
function cutKeys(keys: string, room: number): SafeText {
  const [stay = [], first = []] = keys.split('\f').map(part => part.split('\n').filter(Boolean) as SafeText[]);
  for (let count = first.length; count >= 0; count -= 1) {
    const text = join([...first.slice(0, count), ...stay], t`  `);
    if (width(text) <= room) return pad(text, room);
  }
  return pad(join(stay, t`  `), room);
}
