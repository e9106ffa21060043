import type { Action, Picker } from '../../keys/action.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { closeOverlay, openOverlay, pickerOverlay, replaceOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent, overdue } from '../../state/operation.ts';
import { sendAgain } from '../../state/outbox/decide.ts';
import { MADE_BEFORE } from '../../state/outbox/epoch.ts';
import { mayBeHeard, titleOf, whyNotWithdrawn, withdraw } from '../../state/outbox/withdraw.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import type { PendingChange, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { openConflicts, openRefused } from '../go/decide.ts';
import { asks, isAsking, isOpen, stateOf } from './outbox-lines.ts';

/** The moment when the place was opened, and the change to decide on, if one is chosen. */
export interface Choice {
  readonly atMs: number;
  readonly key?: string;
}

/** Asks which change to decide on, then what to do if it was sent already. */
export const outboxPicker: Picker<Choice> = {
  title: (world, overlay) => {
    const change = chosen(world, overlay);
    if (change) return titleOf(change, world);
    const isPlain = world.refused.length === 0 && !world.pending.some(asks);
    return isPlain ? t`Take which change back?` : t`Decide on which change?`;
  },
  verb: t`takes it`,
  options: (world, overlay) => (chosen(world, overlay) ? answersIn(world) : changesOf(world, overlay)),
  take: (desk, overlay, { id }) => {
    const change = chosen(desk.world(), overlay);
    if (change) answer(desk, change, id);
    else choose(desk, overlay, id);
  },
  keys: [
    { key: 'y', run: (desk, overlay) => answerChosen(desk, overlay, 'again') },
    { key: 'n', run: (desk, overlay) => answerChosen(desk, overlay, 'drop') },
  ],
  empty: () => t`Nothing waits.`,
};

function answersIn({ keyNames }: World): readonly Option[] {
  return [
    { id: 'again', label: t`Send it again`, sign: t`y`, detail: t`reads first whether it is done` },
    { id: 'drop', label: t`Drop it`, sign: t`n`, detail: t`${keyNames['draft.list']} keeps what you wrote` },
  ];
}

/** While no change is chosen, its keys do nothing. */
function answerChosen(desk: Desk, overlay: PickerOverlay<Choice>, what: string): void {
  const change = chosen(desk.world(), overlay);
  if (change) answer(desk, change, what);
}

function chosen({ pending }: World, { data }: PickerOverlay<Choice>): PendingChange | undefined {
  return pending.find(({ key }) => key === data.key);
}

function changesOf(world: World, { data }: PickerOverlay<Choice>): readonly Option[] {
  const { atMs } = data;
  const asking = world.pending.filter(asks);
  const others = madeByAgent(world.pending).filter(change => !asks(change));
  const optionOf = (change: PendingChange) => ({
    id: change.key,
    label: titleOf(change, world),
    detail: change.state === 'sending' ? t`on its way` : isOpen(change) ? t`asks` : stateOf(change, atMs),
  });
  const refused = world.refused.map(change => ({
    id: change.key,
    label: titleOf(change, world),
    detail: t`${grouped(change.reasons.length)} refused`,
  }));
  const all = [...asking.map(optionOf), ...refused, ...others.map(optionOf)];
  return all.map((option, index) => ({ ...option, sign: digitSign(index) }));
}

function choose(desk: Desk, overlay: PickerOverlay<Choice>, key: string): void {
  const world = desk.world();
  const change = world.pending.find(other => other.key === key);
  const isConflict = change?.state === 'asks' && change.about === 'others';
  const isUnknown =
    change !== undefined && !isConflict && change.state !== 'sending' && (isAsking(change) || mayBeHeard(change));
  if (isUnknown && whyNotWithdrawn(world, key, true) === undefined) {
    replaceOverlay(desk, { ...overlay, index: 0, optionId: undefined, data: { ...overlay.data, key } });
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

export const heldAsk: Action<'held.ask', { picker: About }> = {
  id: 'held.ask',
  title: t`Held changes…`,
  help: t`Sends or drops held changes that were not sent in time`,
  writes: true,
  unavailable: world => (overdue(world).length === 0 ? t`No held change asks.` : undefined),
  run: desk => openHeldAsk(desk, overdue(desk.world())[0]?.key),
  picker: {
    kept: { whyNot: t`it asks again by itself` },
    title: (world, overlay) => {
      const change = askedOf(world, overlay);
      return change ? t`${heldOf(change)}: ${titleOf(change, world)}` : t`Held changes`;
    },
    verb: t`choose`,
    options: (world, overlay) =>
      askedOf(world, overlay)
        ? [
            { id: 'wait', sign: t`1`, label: t`Decide later`, detail: t`${world.keyNames.activity} asks again` },
            { id: 'send', sign: t`2`, label: t`Send it`, detail: t`it cannot be undone` },
            { id: 'drop', sign: t`3`, label: t`Drop it`, detail: t`nothing is changed` },
          ]
        : [],
    take: (desk, overlay, { id }) => {
      const change = askedOf(desk.world(), overlay);
      closeOverlay(desk);
      if (!change || id === 'wait') return;
      if (id === 'send') sendAgain(desk, [change.key]);
      else withdraw(desk, change.key);
      const [next] = overdue(desk.world());
      if (next) openHeldAsk(desk, next.key);
    },
    empty: () => t`It was sent or dropped already.`,
  },
};

/** Why a change asks. */
function heldOf({ problem }: PendingChange): SafeText {
  if (problem === MADE_BEFORE) return t`Made before the restore`;
  return problem === null ? t`Held when the desk ended` : t`Held for too long`;
}

/** Asks what becomes of a held change. */
export function openHeldAsk(desk: Desk, key: string | undefined): void {
  const data: About = key === undefined ? {} : { key };
  openOverlay(desk, pickerOverlay(heldAsk, [], data));
}

function askedOf(world: World, { data }: PickerOverlay<About>): PendingChange | undefined {
  return overdue(world).find(({ key }) => key === data.key);
}
