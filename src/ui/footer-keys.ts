import { backHint } from '../actions/app/back.ts';
import { actions } from '../actions/index.ts';
import { asked, viewOf } from '../keys/flow.ts';
import { escapeOf } from '../keys/form-keys.ts';
import { hasKey, hintsOf } from '../keys/help.ts';
import { lineIn } from '../keys/line-keys.ts';
import { topOverlay } from '../keys/overlay.ts';
import type { OpenBox } from '../state/world/open-box.ts';
import type { Offline, PendingChange, World } from '../state/world.ts';
import { clock } from '../text/relative-time.ts';
import { join, type SafeText, t } from '../text/safe.ts';
import { width } from '../text/width.ts';

/** The key that a newcomer needs. */
export function helpText({ keyNames }: World): SafeText {
  return hasKey(keyNames, 'help') ? t`${keyNames.help} help` : t`: help`;
}

/** The keys of a place that are omitted if there is no room for them, the most used ones first. */
export function keysOfPlace(world: World): readonly SafeText[] {
  return keysAlone(world) ? [] : hintTexts(world).filter(text => text !== helpText(world));
}

/** The keys that are shown at every width: a newcomer must find the help and the way back. */
export function stayingKeys(world: World): readonly SafeText[] {
  const alone = keysAlone(world);
  if (alone) return [alone];
  const back = backHint(world);
  return [helpText(world), ...(back === undefined ? [] : [t`Esc ${back}`])];
}

/** The text in the keys' place in a box, after the first key of a sequence, and on a slow link. */
function keysAlone(world: World): SafeText | undefined {
  const overlay = topOverlay(world);
  if (overlay) return boxText(world, overlay);
  if (world.prefix.length > 0) return t`${join(world.prefix as SafeText[])} …`;
  return world.link === 'slow' ? helpText(world) : undefined;
}

/** The hints of the place, the key for help among them. */
function hintTexts(world: World): readonly SafeText[] {
  return hintsOf(actions, world).map(([key, word]) => t`${key} ${word}`);
}

/** The way back, and the keys of a line without a frame whose foot has them. */
function boxText(world: World, open: OpenBox): SafeText {
  const { box } = asked(open);
  const way = t`Esc ${escapeOf(box, viewOf(world, open)) ?? t`back`}`;
  const line = lineIn(open)?.part;
  if (box.place === 'foot') return box.audience ?? t`${world.keyNames['box.send']} ${box.verb}  ${way}`;
  if (box.place === undefined) return way;
  return t`Enter ${box.verb}  ${way}${line?.complete ? t`  Tab completes` : t``}`;
}

/** From this width on, `offline 09:12`; narrower, `offline`. */
const TIMED = 60;
/** From this width on, `offline since 09:12`. */
const WORDY = 80;

/**
 * The footer's right on a screen of this width, at most `room` wide. Changes that the agent has to look at in `go` come
 * before changes that will be sent anyway.
 */
export function stateText(world: World, columns: number, room: number): SafeText {
  const { unsent, link, pending, refused, isReadOnly, offline, mailOut } = world;
  const [signedOut] = mailOut?.signed_out ?? [];
  const asks = pending.reduce((sum, change) => sum + questionsOf(change), 0);
  const open = refused.length + asks;
  const sees = refused.length > 0 ? t`to see` : asks === 1 ? t`asks` : t`ask`;
  const sending = open > 0 ? [t`${world.keyNames.activity}: ${open} ${sees}`] : unsent > 0 ? [t`${unsent} unsent`] : [];
  const parts = [
    ...(isReadOnly ? [t`read-only`] : []),
    ...(offline === null ? [] : [offlineText(offline, columns)]),
    ...sending,
    ...(signedOut ? [mailText(signedOut.since, columns)] : []),
    ...(link === 'slow' ? [t`slow`] : []),
  ];
  return fitting(parts, room);
}

/** `mail signed out since 09:12`: a mailbox or the relay refuses the sign-in. */
function mailText(since: number | null, columns: number): SafeText {
  if (columns < WORDY || since === null) return t`mail signed out`;
  return t`mail signed out since ${clock(since, since, since)}`;
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

/** How many questions a change asks. */
function questionsOf(change: PendingChange): number {
  if (change.state !== 'asks') return 0;
  return change.about === 'others' ? change.conflict.length : 1;
}
