import type { Action } from '../../keys/action.ts';
import { closeOverlay, openOverlay, pickerOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { sendAgain } from '../../state/outbox/decide.ts';
import { titleOf, withdraw } from '../../state/outbox/withdraw.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { asking } from '../../state/pending.ts';
import type { PendingChange, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The change to ask about; by default the oldest that asks. */
interface About {
  readonly key?: string;
}

export const heldAsk: Action<'held.ask', { picker: About }> = {
  id: 'held.ask',
  title: t`Held changes…`,
  help: t`Sends or drops held changes that were not sent in time`,
  scope: 'everywhere',
  keys: [],
  changes: true,
  unavailable: world => (asking(world).length === 0 ? t`No held change asks.` : undefined),
  run: desk => openHeldAsk(desk, asking(desk.world())[0]?.key),
  picker: {
    kept: { whyNot: t`it asks again by itself` },
    title: (world, overlay) => {
      const change = askedOf(world, overlay);
      return change ? t`${heldOf(change)}: ${titleOf(change, world)}` : t`Held changes`;
    },
    hasFilter: false,
    verb: t`choose`,
    options: (world, overlay) =>
      askedOf(world, overlay)
        ? [
            { id: 'wait', sign: t`1`, label: t`Decide later`, detail: t`go asks again` },
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
      const [next] = asking(desk.world());
      if (next) openHeldAsk(desk, next.key);
    },
    empty: () => t`It was sent or dropped already.`,
  },
};

/** Why a held change asks. */
function heldOf({ problem }: PendingChange): SafeText {
  return problem === null ? t`Held when the desk ended` : t`Held for too long`;
}

/** Asks about one held change. */
export function openHeldAsk(desk: Desk, key: string | undefined): void {
  const data: About = key === undefined ? {} : { key };
  openOverlay(desk, pickerOverlay(heldAsk, [], data));
}

function askedOf(world: World, { data }: PickerOverlay<About>): PendingChange | undefined {
  return asking(world).find(({ key }) => key === data.key);
}
