import { useRef } from 'react';
import { isChoosing } from '../../keys/overlay.ts';
import { dueOf } from '../../state/conversation/due.ts';
import { isReadWhole } from '../../state/detail/body-lines.ts';
import { ADDRESS_ABOVE_FROM } from '../../state/detail/entry-head.ts';
import { waitsHere } from '../../state/outbox/waits-here.ts';
import { conversationOf } from '../../state/visible.ts';
import { placeParts } from '../../state/words/names.ts';
import { withAddress } from '../../state/words/person-name.ts';
import type { Conversation, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { asOf } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Look } from '../theme.ts';
import { useWorld } from '../use-world.ts';

/** Narrower than this, name and place share a line so that the tags have a line. */
const ROOMY = ADDRESS_ABOVE_FROM + 2;

/** The people of a conversation, and its place, status and tags, as the two lines below its title. */
export function detailHeadLines(
  { requester, tags }: Conversation,
  name: SafeText,
  { place, status }: { readonly place: SafeText; readonly status: SafeText },
  columns: number,
): [SafeText, SafeText] {
  const listed = join(tags, t` `);
  if (columns < ROOMY) return [t`${name} · ${place}`, listed];
  return [
    requester?.email ? withAddress(requester, columns - 2) : name,
    join([place, status, listed].filter(Boolean), t` · `),
  ];
}

/** Where it is, on one line. */
export function conversationPlace(world: World, conversation: Conversation): SafeText {
  return join(placeParts(world, conversation), t` · `);
}

const SECTION_TITLES = { notes: t`notes`, history: t`history`, reviews: t`reviews`, contacts: t`contacts` } as const;
/** Longer words of a search are cut, so that the count stays in sight. */
const MAX_WORDS = 16;

/** The label of the detail: its age if it is not read yet, the part of the conversation, a search. */
export function detailLabel(world: World): SafeText {
  const { detail, pane, base, now } = world;
  const { section, find } = detail;
  const thread = base.threads.get(detail.conversationId ?? 0);
  const age = thread?.isCached ? [asOf(thread.asOf, now)] : [];
  const waits = detail.conversationId === null ? undefined : waitsHere(world, detail.conversationId);
  const shown = section === 'thread' ? age : [...age, SECTION_TITLES[section]];
  const parts = waits === undefined ? shown : [join([...shown, waits], t` · `)];
  if (find === null || pane !== 'detail') return join(parts);
  const more = isReadWhole(world) ? t`` : t`+`;
  const count = t`${grouped(find.current + 1)} of ${grouped(find.matches.length)}${more}`;
  return join([...parts, t`“${cut(safeLine(find.words), MAX_WORDS)}” ${count}`], t` · `);
}

const DAY_MS = 24 * 60 * 60_000;
/** From these ages on a waiting customer stands out. */
const LATE_MS = DAY_MS;
const TOO_LATE_MS = 3 * DAY_MS;

/** The look of how long a customer waits: bold after a day, red after three; with a due time red once it is late. No yellow of the 16 can be read on a white background. */
export function waitsLook(conversation: Conversation, now: number): Look {
  const { waiting_since: since } = conversation;
  const due = dueOf(conversation);
  if (due !== null) return due > now ? 'plain' : 'problem';
  if (typeof since !== 'number' || now - since < LATE_MS) return 'plain';
  return now - since < TOO_LATE_MS ? 'bold' : 'problem';
}

/** The moments at which the look of how long a customer without a due time waits changes. */
export function nextWaitsLook({ waiting_since: since, snoozed }: Conversation): readonly number[] {
  return since === null || since === undefined || snoozed ? [] : [since + LATE_MS, since + TOO_LATE_MS];
}

/** In so few columns lines are short: weights and signs would cost a tenth of the bytes of another conversation. */
export function isNarrow(columns: number): boolean {
  return columns < 40;
}

/** The list's cursor has moved on and the detail has not followed yet; the list shows a sign for it. */
export function isDetailBehind({ pane, list, detail }: World): boolean {
  return pane === 'list' && list.cursorId !== null && detail.conversationId !== null
    ? list.cursorId !== detail.conversationId
    : false;
}

/**
 * The row that the detail shows while the cursor is on another one: a sign beside it costs less than one in the head.
 * One step away on a fast link there is no sign: it would be gone before it could be read. Beside a narrow detail it
 * would cost too much.
 */
export function trailOf({ detail, list }: World, isBrief: boolean): number | null {
  const id = detail.conversationId;
  const { rows, cursorIndex } = list;
  return isBrief && (rows[cursorIndex - 1] === id || rows[cursorIndex + 1] === id) ? null : id;
}

/**
 * The conversation shown. Over a slow link, nothing more is drawn of a conversation that the cursor has left or a box
 * covers.
 */
export function useShown(id: number | null): Conversation | undefined {
  const now = useWorld(world => (id === null ? undefined : conversationOf(world, id)));
  const isLeft = useWorld(world => world.link === 'slow' && (isDetailBehind(world) || isChoosing(world)));
  const shown = useRef(now);
  if (!isLeft || shown.current?.id !== id) shown.current = now;
  return shown.current;
}
