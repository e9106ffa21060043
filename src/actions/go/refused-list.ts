import type { Action, Option } from '../../keys/action.ts';
import { closeOverlay, openOverlay, pickerOverlay } from '../../keys/overlay.ts';
import { KeptAbout } from '../../keys/reopen.ts';
import type { Desk } from '../../state/desk.ts';
import { markThese } from '../../state/list/marks.ts';
import { dismiss, retryRefused } from '../../state/outbox/decide.ts';
import { titleOf } from '../../state/outbox/withdraw.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { conversationOf } from '../../state/visible.ts';
import type { RefusedChange, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { goToPane, readConversation } from './go-to.ts';

/** The refused change to list; by default the newest. */
interface About {
  readonly key?: string;
}

const TITLE_COLUMNS = 20;
/** On a narrower screen the reason has all the room. */
const ROOMY = 70;

export const refusedList: Action<'refused.list', { picker: About }> = {
  id: 'refused.list',
  title: t`Refused conversations…`,
  help: t`Lists each refused conversation with the reason`,
  words: ['failed', 'errors', 'retry'],
  unavailable: world => (world.refused.length === 0 ? t`Nothing was refused.` : undefined),
  run: desk => openRefused(desk),
  picker: {
    kept: { form: KeptAbout },
    title: (world, overlay) => {
      const refused = shownIn(world, overlay);
      return refused ? t`Refused: ${titleOf(refused, world)}` : t`Refused`;
    },
    verb: t`opens`,
    options: (world, overlay) => (shownIn(world, overlay)?.reasons ?? []).map(refusal => optionOf(world, refusal)),
    keys: [
      { key: 's', word: t`sends these again`, run: (desk, overlay) => leaveFor(desk, overlay, retryRefused) },
      { key: 'x', word: t`marks these`, run: (desk, overlay) => leaveFor(desk, overlay, markRefused) },
      {
        key: 'd',
        word: t`dismisses`,
        run: (desk, overlay) => leaveFor(desk, overlay, (_, { key }) => dismiss(desk, [key])),
      },
    ],
    take: (desk, _overlay, { id }) => {
      closeOverlay(desk, desk.world().overlays.length);
      readConversation(desk, Number(id));
    },
    empty: () => t`It was dismissed already.`,
  },
};

/** Lists the conversations of a refused change: of this one, or of the newest. */
export function openRefused(desk: Desk, key = desk.world().refused.at(-1)?.key): void {
  openOverlay(desk, pickerOverlay(refusedList, [], key === undefined ? {} : { key }));
}

function shownIn({ refused }: World, { data }: PickerOverlay<About>): RefusedChange | undefined {
  return refused.find(({ key }) => key === data.key);
}

function optionOf(world: World, { id, reason }: RefusedChange['reasons'][number]): Option {
  const option = { id: String(id), label: t`#${id} ${reason}` };
  if (world.viewport.columns < ROOMY) return option;
  return { ...option, detail: cut(conversationOf(world, id)?.title ?? t``, TITLE_COLUMNS) };
}

/** Closes all boxes and then acts on the change. */
function leaveFor(desk: Desk, overlay: PickerOverlay<About>, act: (desk: Desk, refused: RefusedChange) => void): void {
  const refused = shownIn(desk.world(), overlay);
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
