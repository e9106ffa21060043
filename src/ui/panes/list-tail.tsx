import type { ReactElement } from 'react';
import { hasMoreAbove } from '../../state/list/news.ts';
import { searchedEverywhere } from '../../state/views.ts';
import type { World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';

/**
 * The list's last row: how many changes wait above, that the list could not be read again or stands in for one that
 * could not be read, or what a search left out.
 */
export function ListTail({ columns }: { readonly columns: number }): ReactElement {
  const text = useWorld(tailText);
  return <Line look="dim">{t` ${cut(text, columns - 2)}`}</Line>;
}

/** What the list has to say below its rows; empty if nothing. */
export function tailText({ list, link, offline, pane }: World): SafeText {
  const { length } = list.newAbove;
  // In the detail `gg` goes elsewhere; on a slow link a change of pane draws nothing here.
  const key = pane === 'detail' && link === 'fast' ? t`` : t` · gg shows them`;
  if (length > 0) return t`${countText(length, hasMoreAbove(list))} new above${key}`;
  if (list.isFound) return t`${countText(list.rows.length, false)} of the cached ones`;
  // While nothing can be read, the footer alone says so.
  if (list.problem !== null && offline === null && list.rows.length > 0)
    return t`Not read again: ${list.problem} · R tries once more`;
  const isNarrow = link === 'fast' && list.rows.length > 0 && searchedEverywhere(list.query) !== undefined;
  return isNarrow ? t`g/ searches closed and archived ones too` : t``;
}
