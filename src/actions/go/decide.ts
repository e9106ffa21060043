import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay } from '../../keys/overlay.ts';
import type { Button } from '../../keys/parts.ts';
import { KeptAbout } from '../../keys/reopen.ts';
import type { Desk } from '../../state/desk.ts';
import { revealed } from '../../state/list/ghosts.ts';
import { markThese } from '../../state/list/marks.ts';
import type { Conflict } from '../../state/operations/conflict.ts';
import { type ConflictingChange, conflicting } from '../../state/operations/operation.ts';
import { answersTo, conflictLines, conflictText } from '../../state/outbox/conflict-words.ts';
import { dismiss, retryRefused } from '../../state/outbox/decide.ts';
import { keepMine, keepTheirs } from '../../state/outbox/resolve-conflict.ts';
import { titleOf } from '../../state/outbox/withdraw.ts';
import { whyReadOnly } from '../../state/read-only.ts';
import { conversationOf } from '../../state/visible.ts';
import type { PendingChange, RefusedChange, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { goToPane, showInDetail } from './go-to.ts';

/** The change whose questions are listed, by default those of all changes; or the refused one, by default the newest. */
interface About {
  readonly key?: string;
}

/** One question: a change, and one of its conversations. */
interface DecisionQuestion {
  readonly key: string;
  readonly id: number;
}

type Side = typeof keepMine;

const TITLE_COLUMNS = 20;
/** A longer label has all the room. */
const LONG_LABEL = 40;
/** On a narrower screen the question, or the reason, has all the room. */
const ROOMY = 70;

const sideQuestion = question<DecisionQuestion>({
  id: 'conflict.side',
  title: ({ data: { id } }) => t`#${id} was changed since`,
  lines: ({ world, data }) => {
    const [change, conflict] = find(world, data);
    if (!change || !conflict) return [t`It is answered.`];
    return [t`You: ${changeTitle(world, change, data)}`, ...conflictLines(world, change, conflict), t``];
  },
  verb: t`decide`,
  buttons: ({ world, data }) => sidesOf(world, data),
  escape: () => t`decides later`,
  answer: (desk, asked, _targets, key) => {
    if (key !== 'enter') return answerAll(desk, [asked], key === 'm' ? keepMine : keepTheirs);
    const [, conflict] = find(desk.world(), asked);
    desk.set({ overlays: [] });
    showInDetail(desk, conflict?.into ?? asked.id);
  },
});

const conflicts = choice<About>({
  id: 'conflict.list',
  input: KeptAbout,
  title: ({ world, data: { key } }) => {
    const change = world.pending.find(other => other.key === key);
    return change ? t`Changed since: ${titleOf(change, world)}` : t`Changed by others since`;
  },
  verb: t`asks`,
  options: ({ world, data }) =>
    askedBy(world, data).map(([change, conflict]) => conflictOption(world, change, conflict)),
  keys: [
    { key: 'm', word: t`mine`, run: (desk, _, option) => answerAll(desk, option ? [askedOf(option)] : [], keepMine) },
    {
      key: 't',
      word: t`theirs`,
      run: (desk, _, option) => answerAll(desk, option ? [askedOf(option)] : [], keepTheirs),
    },
    { key: 'M', word: t`mine for all`, run: (desk, { data }) => answerAll(desk, allAsked(desk, data), keepMine) },
    { key: 'T', word: t`theirs for all`, run: (desk, { data }) => answerAll(desk, allAsked(desk, data), keepTheirs) },
  ],
  take: (desk, _view, option) => begin(desk, sideQuestion, askedOf(option)),
  empty: () => t`All are answered.`,
});

export const conflictList: Action<'conflict.list'> = {
  id: 'conflict.list',
  title: t`Changes that ask…`,
  help: t`Decides where others changed the same since`,
  words: ['conflict', 'mine', 'theirs', 'stale'],
  writes: true,
  unavailable: world => (conflicting(world).length === 0 ? t`No change asks because of what others did.` : undefined),
  run: desk => openConflicts(desk),
  flows: [conflicts, sideQuestion],
};

/** Asks about a change; lists the questions if there are several. */
export function openConflicts(desk: Desk, key?: string): void {
  const data: About = key === undefined ? {} : { key };
  const asked = askedBy(desk.world(), data);
  const [first] = asked;
  if (asked.length === 1 && first) begin(desk, sideQuestion, { key: first[0].key, id: first[1].id });
  else begin(desk, conflicts, data, []);
}

function askedBy(world: World, { key }: About): readonly (readonly [ConflictingChange, Conflict])[] {
  return conflicting(world)
    .filter(change => key === undefined || change.key === key)
    .flatMap(change => change.conflict.map(conflict => [change, conflict] as const));
}

function find(world: World, { key, id }: DecisionQuestion): readonly [ConflictingChange?, Conflict?] {
  const change = conflicting(world).find(other => other.key === key);
  return [change, change?.conflict?.find(conflict => conflict.id === id)];
}

function conflictOption(world: World, change: PendingChange, conflict: Conflict): Option {
  const label = t`#${conflict.id} ${conflictText(world, change, conflict)}`;
  const option = { id: `${change.key} ${conflict.id}`, label };
  return width(label) > LONG_LABEL ? option : withTitle(world, conflict.id, option);
}

/** An option with the title of its conversation beside it, if there is room. */
function withTitle(world: World, id: number, option: Option): Option {
  if (world.viewport.columns < ROOMY) return option;
  return { ...option, detail: cut(conversationOf(world, id)?.title ?? t``, TITLE_COLUMNS) };
}

/** The question of an option: a key may contain blanks, an id does not. */
function askedOf({ id }: Option): DecisionQuestion {
  const at = id.lastIndexOf(' ');
  return { key: id.slice(0, at), id: Number(id.slice(at + 1)) };
}

function allAsked(desk: Desk, about: About): readonly DecisionQuestion[] {
  return askedBy(desk.world(), about).map(([{ key }, { id }]) => ({ key, id }));
}

function sidesOf(world: World, asked: DecisionQuestion): readonly Button[] {
  const [change, conflict] = find(world, asked);
  if (!change || !conflict) return [];
  const { mine, theirs } = answersTo(world, change, conflict);
  return [
    { key: 'm', words: mine, isRow: true },
    { key: 't', words: theirs, isRow: true },
    { key: 'enter', words: t`reads it` },
  ];
}

/** Answers questions, those of one change together, and says how many were answered and how many are left. */
function answerAll(desk: Desk, asked: readonly DecisionQuestion[], side: Side): void {
  const [first] = asked;
  const change = first && find(desk.world(), first)[0];
  if (!first || !change) return;
  const problem = whyReadOnly(desk.world());
  if (problem) {
    desk.notify({ tone: 'problem', text: problem });
    return;
  }
  const title = asked.length === 1 ? t`${changeTitle(desk.world(), change, first)}` : counted(asked.length, t`change`);
  for (const [key, ofOne] of Map.groupBy(asked, one => one.key))
    side(
      desk,
      key,
      ofOne.map(({ id }) => id),
    );
  desk.set({ list: revealed(desk.world(), new Set(asked.map(({ id }) => id))) });
  const left = allAsked(desk, {}).length;
  const more = left > 0 ? t` · ${left} more to decide` : t``;
  const words = side === keepMine ? t`Sending: ${title}` : t`Not sent: ${title}`;
  desk.notify({ tone: 'done', text: t`${words}${more}` });
  closeAnswered(desk);
}

function closeAnswered(desk: Desk): void {
  const world = desk.world();
  const overlays = world.overlays.filter(overlay => {
    if (overlay.flow.id === conflicts.id) return askedBy(world, overlay.input as About).length > 0;
    return overlay.flow.id !== sideQuestion.id || find(world, overlay.input as DecisionQuestion)[1] !== undefined;
  });
  desk.set({ overlays });
}

/** The title of a change for one of its conversations. */
function changeTitle(world: World, change: PendingChange, { id }: DecisionQuestion) {
  return titleOf({ ...change, args: { ...(change.args as object), ids: [id] } }, world);
}

const refusals = choice<About>({
  id: 'refused.list',
  input: KeptAbout,
  title: ({ world, data }) => {
    const refused = shownIn(world, data);
    return refused ? t`Refused: ${titleOf(refused, world)}` : t`Refused`;
  },
  verb: t`opens`,
  options: ({ world, data }) =>
    (shownIn(world, data)?.reasons ?? []).map(({ id, reason }) =>
      withTitle(world, id, { id: String(id), label: t`#${id} ${reason}` }),
    ),
  keys: [
    { key: 's', word: t`sends these again`, run: (desk, { data }) => leaveFor(desk, data, retryRefused) },
    { key: 'x', word: t`marks these`, run: (desk, { data }) => leaveFor(desk, data, markRefused) },
    {
      key: 'd',
      word: t`dismisses`,
      run: (desk, { data }) => leaveFor(desk, data, (_, { key }) => dismiss(desk, [key])),
    },
  ],
  answer: (desk, id) => {
    closeOverlay(desk, desk.world().overlays.length);
    showInDetail(desk, Number(id));
  },
  empty: () => t`It was dismissed already.`,
});

export const refusedList: Action<'refused.list'> = {
  id: 'refused.list',
  title: t`Refused conversations…`,
  help: t`Lists each refused conversation with the reason`,
  words: ['failed', 'errors', 'retry'],
  unavailable: world => (world.refused.length === 0 ? t`Nothing was refused.` : undefined),
  run: desk => openRefused(desk),
  flows: [refusals],
};

/** Lists the conversations of a refused change: of this one, or of the newest. */
export function openRefused(desk: Desk, key = desk.world().refused.at(-1)?.key): void {
  begin(desk, refusals, key === undefined ? {} : { key }, []);
}

function shownIn({ refused }: World, data: About): RefusedChange | undefined {
  return refused.find(({ key }) => key === data.key);
}

/** Closes all boxes and then acts on the change. */
function leaveFor(desk: Desk, about: About, act: (desk: Desk, refused: RefusedChange) => void): void {
  const refused = shownIn(desk.world(), about);
  closeOverlay(desk, desk.world().overlays.length);
  if (refused) act(desk, refused);
}

function markRefused(desk: Desk, { reasons }: RefusedChange): void {
  goToPane(desk, 'list');
  desk.set({
    list: markThese(
      desk.world().list,
      reasons.map(({ id }) => id),
    ),
  });
  desk.notify({ tone: 'done', text: t`Marked ${counted(reasons.length, t`conversation`)}` });
}
