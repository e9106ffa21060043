import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay } from '../../keys/overlay.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent, overdue } from '../../state/operations/operation.ts';
import { sendAgain } from '../../state/outbox/decide.ts';
import { mayBeHeard, titleOf, whyNotWithdrawn, withdraw } from '../../state/outbox/withdraw.ts';
import { MADE_BEFORE } from '../../state/sync/epoch.ts';
import type { PendingChange, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { openConflicts, openRefused } from '../go/decide.ts';
import { asks, isAsking, isOpenInOutbox, stateOf } from './outbox-lines.ts';

/** The moment when the place was opened, and the change to decide on, if one is chosen. */
export interface OutboxChoice {
  readonly atMs: number;
  readonly key?: string;
}

type ChoiceView = BoxView<OutboxChoice>;

/** Asks which change to decide on, then what to do if it was sent already. */
export const outboxFlow = choice<OutboxChoice>({
  id: 'activity.decide',
  input: v.object({ atMs: v.number(), key: v.exactOptional(v.string()) }),
  title: view => {
    const { world } = view;
    const change = chosen(view);
    if (change) return titleOf(change, world);
    const isPlain = world.refused.length === 0 && !world.pending.some(asks);
    return isPlain ? t`Take which change back?` : t`Decide on which change?`;
  },
  verb: t`takes it`,
  options: view => (chosen(view) ? answersIn(view.world) : changesOf(view)),
  take: (desk, view, { id }) => {
    const change = chosen(view);
    if (change) answer(desk, change, id);
    else choose(desk, view, id);
  },
  keys: [
    { key: 'y', run: (desk, view) => answerChosen(desk, view, 'again') },
    { key: 'n', run: (desk, view) => answerChosen(desk, view, 'drop') },
  ],
  empty: () => t`Nothing waits.`,
});

function answersIn({ keyNames }: World): readonly Option[] {
  return [
    { id: 'again', label: t`Send it again`, sign: t`y`, detail: t`reads first whether it is done` },
    { id: 'drop', label: t`Drop it`, sign: t`n`, detail: t`${keyNames['draft.list']} keeps what you wrote` },
  ];
}

/** While no change is chosen, its keys do nothing. */
function answerChosen(desk: Desk, view: ChoiceView, what: string): void {
  const change = chosen(view);
  if (change) answer(desk, change, what);
}

function chosen({ world, data }: ChoiceView): PendingChange | undefined {
  return world.pending.find(({ key }) => key === data.key);
}

function changesOf({ world, data }: ChoiceView): readonly Option[] {
  const { atMs } = data;
  const asking = world.pending.filter(asks);
  const others = madeByAgent(world.pending).filter(change => !asks(change));
  const optionOf = (change: PendingChange) => ({
    id: change.key,
    label: titleOf(change, world),
    detail: change.state === 'sending' ? t`on its way` : isOpenInOutbox(change) ? t`asks` : stateOf(change, atMs),
  });
  const refused = world.refused.map(change => ({
    id: change.key,
    label: titleOf(change, world),
    detail: t`${grouped(change.reasons.length)} refused`,
  }));
  const all = [...asking.map(optionOf), ...refused, ...others.map(optionOf)];
  return all.map((option, index) => ({ ...option, sign: digitSign(index) }));
}

function choose(desk: Desk, { open }: ChoiceView, key: string): void {
  const world = desk.world();
  const change = world.pending.find(other => other.key === key);
  const isConflict = change?.state === 'asks' && change.about === 'others';
  const isUnknown =
    change !== undefined && !isConflict && change.state !== 'sending' && (isAsking(change) || mayBeHeard(change));
  if (isUnknown && whyNotWithdrawn(world, key, true) === undefined) {
    changeInput<OutboxChoice>(desk, open, input => ({ ...input, key }), { at: '' });
    return;
  }
  closeOverlay(desk);
  if (isConflict) openConflicts(desk, key);
  else if (change?.state === 'asks') openHeldAsk(desk, key);
  else if (change) withdraw(desk, key);
  else openRefused(desk, key);
}

function answer(desk: Desk, { key }: PendingChange, what: string): void {
  closeOverlay(desk);
  if (what === 'again') sendAgain(desk, [key]);
  else withdraw(desk, key, true);
}

/** The change to ask about; by default the oldest that asks. */
interface About {
  readonly key?: string;
}

const asking = choice<About>({
  id: 'held.ask',
  lost: t`it asks again by itself`,
  title: ({ world, data }) => {
    const change = askedOf(world, data);
    return change ? t`${heldOf(change)}: ${titleOf(change, world)}` : t`Held changes`;
  },
  verb: t`choose`,
  options: ({ world, data }) =>
    askedOf(world, data)
      ? [
          { id: 'wait', sign: t`1`, label: t`Decide later`, detail: t`${world.keyNames.activity} asks again` },
          { id: 'send', sign: t`2`, label: t`Send it`, detail: t`it cannot be undone` },
          { id: 'drop', sign: t`3`, label: t`Drop it`, detail: t`nothing is changed` },
        ]
      : [],
  answer: (desk, id, _targets, data) => {
    const change = askedOf(desk.world(), data);
    if (!change || id === 'wait') return;
    if (id === 'send') sendAgain(desk, [change.key]);
    else withdraw(desk, change.key);
    const [next] = overdue(desk.world());
    if (next) openHeldAsk(desk, next.key);
  },
  empty: () => t`It was sent or dropped already.`,
});

export const heldAsk: Action<'held.ask'> = {
  id: 'held.ask',
  title: t`Held changes…`,
  help: t`Sends or drops held changes that were not sent in time`,
  writes: true,
  unavailable: world => (overdue(world).length === 0 ? t`No held change asks.` : undefined),
  run: desk => openHeldAsk(desk, overdue(desk.world())[0]?.key),
  flows: [asking],
};

/** Why a change asks. */
function heldOf({ problem }: PendingChange): SafeText {
  if (problem === MADE_BEFORE) return t`Made before the restore`;
  return problem === null ? t`Held when the desk ended` : t`Held for too long`;
}

/** Asks whether a held change is sent or dropped. */
export function openHeldAsk(desk: Desk, key: string | undefined): void {
  begin(desk, asking, key === undefined ? {} : { key }, []);
}

function askedOf(world: World, data: About): PendingChange | undefined {
  return overdue(world).find(({ key }) => key === data.key);
}
