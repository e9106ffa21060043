import type { Offline, World } from '../state/world.ts';
import { clock } from '../text/relative-time.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import { width } from '../text/width.ts';

/** From this width on, `offline 09:12`; narrower, `offline`. */
const TIMED = 60;
/** From this width on, `offline since 09:12`. */
const WORDY = 80;

/**
 * The footer's right on a screen of so many columns, at most `room` wide. Changes that the agent has to look at in `go`
 * come before changes that will be sent anyway.
 */
export function stateText(world: World, columns: number, room: number): SafeText {
  const { unsent, link, pending, refused, isReadOnly, offline } = world;
  const asks = pending.reduce((sum, { state, conflict }) => sum + (state === 'asks' ? (conflict?.length ?? 1) : 0), 0);
  const open = refused.length + asks;
  const sees = refused.length > 0 ? t`to see` : asks === 1 ? t`asks` : t`ask`;
  const sending = open > 0 ? [t`go: ${open} ${sees}`] : unsent > 0 ? [t`${unsent} unsent`] : [];
  const parts = [
    ...(isReadOnly ? [t`read-only`] : []),
    ...(offline === null ? [] : [offlineText(offline, columns)]),
    ...sending,
    ...(link === 'slow' ? [t`slow`] : []),
  ];
  return fitting(parts, room);
}

/** As many of these as fit, the first ones before the others. */
function fitting(parts: readonly SafeText[], room: number): SafeText {
  const text = join(parts, t` · `);
  return parts.length === 0 || width(text) <= room ? text : fitting(parts.slice(0, -1), room);
}

const OFFLINE: Readonly<Record<Offline['why'], SafeText>> = {
  unreachable: t`offline`,
  portal: t`portal`,
  signedOut: t`signed out`,
};

/** `offline since 09:12`, or less of it: always the time alone, so that it stays as it is over midnight. */
function offlineText({ why, since }: Offline, columns: number): SafeText {
  const time = clock(since, since, since);
  if (columns < TIMED) return OFFLINE[why];
  return columns < WORDY ? t`${OFFLINE[why]} ${time}` : t`${OFFLINE[why]} since ${time}`;
}
