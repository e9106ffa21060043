import { memo, type ReactElement } from 'react';
import { lineIn, textIn } from '../keys/line-keys.ts';
import { isChoosing, topOverlay } from '../keys/overlay.ts';
import { markCount } from '../state/list/marks.ts';
import type { Overlay, World } from '../state/world.ts';
import { pad, padBeforeEnd } from '../text/cut.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import { width } from '../text/width.ts';
import { helpText, keysOfPlace, stateText, stayingKeys } from './footer-keys.ts';
import { type Painted, paint } from './theme.ts';
import { useWorld, useWorldList } from './use-world.ts';
import { Line, type Piece } from './widgets/line.tsx';

/** Blanks between two keys. */
const KEY_GAP = 2;
/** The width of `99 unsent · slow`. */
const STATE_COLUMNS = 16;
/** From this width on the state has a fixed place, so that it comes and goes without cutting a key. */
const ROOMY = 100;
/** Narrower than this, marked conversations that are not shown are only counted: `1+2 marked`. */
const WORDY = 80;
/** With less room than this beside the key for help, a notice takes its cells too. */
const MIN_SAID = 40;
/** Narrower than this, a notice has the whole line: it matters more than the number of marks. */
const NARROW = 60;

/** The last line: the number of marks if there are any, then a notice or the keys, and at the right the problem of the link. */
export const Footer = memo(function Footer({ columns }: { readonly columns: number }): ReactElement {
  const marks = useWorld(world => marksText(world, columns));
  const help = useWorld(helpText);
  const before = marks === '' ? t` ` : t` ${marks}  `;
  const state = useWorld(world => stateText(world, columns, columns - width(before) - width(help) - 2));
  const notice = useWorld(noticeShown);
  const link = useWorld(world => world.link);
  const isField = useWorld(world => isTyping(topOverlay(world)));
  const keys = useWorldList(keysOfPlace);
  const staying = useWorldList(stayingKeys);
  const stateColumns = Math.max(width(state), columns >= ROOMY ? STATE_COLUMNS : 0);
  const room = Math.max(0, columns - width(before) - stateColumns - 2);
  const laid = layKeys(keys, staying, room, help);
  // A problem is said whole if the keys give way to it.
  const beside = notice?.tone === 'done' ? room - width(laid.staying) - KEY_GAP : room;
  const isShort = link === 'slow' || width(notice?.text ?? t``) > (columns < NARROW ? columns - 2 : beside);
  const said = notice === null ? undefined : ((isShort ? notice.short : undefined) ?? notice.text);
  if (said !== undefined && columns < NARROW) {
    return <Line>{[t` `, painted(notice?.tone === 'problem', padBeforeEnd(said, columns - 2))]}</Line>;
  }
  // In a narrow window only the box matters: who will read its text.
  if (isField && said === undefined && columns < NARROW) return <Line>{t` ${pad(laid.staying, columns - 2)}`}</Line>;
  const isProblem = notice?.tone === 'problem';
  return <Line>{[before, ...middleOf(laid, room, said, isProblem), t` ${pad(state, stateColumns, 'right')} `]}</Line>;
});

/** `3 marked`, or `3 marked, 2 not shown`; the room for the longer one changes with the list alone. */
function marksText({ list }: World, columns: number): SafeText {
  const count = markCount(list);
  if (count === 0) return t``;
  const away = list.away.size;
  if (away === 0) return t`${count} marked`;
  return columns < WORDY ? t`${count - away}+${away} marked` : t`${count} marked, ${away} not shown`;
}

function isTyping(top: Overlay | undefined): boolean {
  return top !== undefined && (lineIn(top) ?? textIn(top)) !== undefined;
}

/** Over a slow link a picker's signs show the change; the notice waits until the picker closes. */
function noticeShown(world: World): World['notice'] {
  const { notice, link } = world;
  return link === 'slow' && notice?.tone === 'done' && isChoosing(world) ? null : notice;
}

function painted(isProblem: boolean, text: SafeText): Painted {
  return paint(isProblem ? 'problem' : 'plain', text);
}

interface Keys {
  readonly hints: SafeText;
  readonly staying: SafeText;
  readonly help: SafeText;
}

/** As many keys as fit; none is cut in half. */
function layKeys(keys: readonly SafeText[], stays: readonly SafeText[], room: number, help: SafeText): Keys {
  const staying = join(stays, t`  `);
  for (let count = keys.length; count > 0; count -= 1) {
    const hints = t`${join(keys.slice(0, count), t`  `)}  `;
    if (width(hints) + width(staying) <= room) return { hints, staying, help };
  }
  return { hints: t``, staying, help };
}

/** The keys, or a notice in their place; the key for help stays in its cells if there is room for both. */
function middleOf(
  { hints, staying, help }: Keys,
  room: number,
  said: SafeText | undefined,
  isProblem: boolean,
): Piece[] {
  if (said === undefined) return [pad(t`${hints}${staying}`, room)];
  const before = width(hints) - KEY_GAP;
  const after = room - width(staying) - KEY_GAP;
  const hasHelp = staying.includes(help);
  if (hasHelp && width(said) <= before)
    return [painted(isProblem, pad(said, before)), pad(t`  ${staying}`, room - before)];
  if (hasHelp && hints === '' && width(said) <= after) return [t`${staying}  `, painted(isProblem, pad(said, after))];
  for (const kept of hasHelp ? [staying, help] : []) {
    const beside = room - width(kept) - KEY_GAP;
    if (width(said) <= beside || (kept === help && beside >= MIN_SAID))
      return [painted(isProblem, padBeforeEnd(said, beside)), t`  ${kept}`];
  }
  return [painted(isProblem, padBeforeEnd(said, room))];
}
