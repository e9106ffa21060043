import { draftKey } from '../outbox/drafts.ts';
import type { FieldOverlay, Overlay } from '../overlay.ts';
import type { KeptBox } from '../place.ts';
import type { World } from '../world.ts';

type Keepers = { readonly [Kind in Overlay['kind']]: (box: Extract<Overlay, { kind: Kind }>, world: World) => KeptBox };

/** What is kept of a box of each kind. Those that do not come back say why. */
const KEEPERS: Keepers = {
  picker: ({ actionId, targets, index, optionId, draft, data, isSecret }) =>
    isSecret
      ? { kind: 'closed', actionId, why: 'secret' }
      : { kind: 'picker', actionId, targets: [...targets], index, optionId, draft, data: plain(data) },
  field: (box, world) =>
    box.isSecret ? { kind: 'closed', actionId: box.actionId, why: 'secret' } : keptField(box, world),
  // What it is about may be another tomorrow, and one key answers it.
  question: ({ actionId }) => ({ kind: 'closed', actionId, why: 'question' }),
  help: ({ isPalette, draft, index }) => ({ kind: 'help', isPalette, draft, index }),
  sheet: ({ actionId, top, data }) => ({ kind: 'sheet', actionId, top, data: plain(data) }),
};

/** What is kept of an open box. */
export function keptBox<Kind extends Overlay['kind']>(box: Extract<Overlay, { kind: Kind }>, world: World): KeptBox {
  return KEEPERS[box.kind as Kind](box, world);
}

function keptField(box: FieldOverlay, world: World): KeptBox {
  const { actionId, targets, draft, multiline, draftKind, data } = box;
  return {
    kind: 'field',
    actionId,
    targets: [...targets],
    ...(heldText(world, box) === undefined ? { text: draft.text } : {}),
    afterCursor: draft.text.length - draft.cursor,
    multiline,
    draftKind,
    data: plain(data),
  };
}

/** The draft that a box writes, if there is one. */
function heldText(
  { drafts }: World,
  { draftKind, targets: [id] }: Pick<FieldOverlay, 'draftKind' | 'targets'>,
): string | undefined {
  return draftKind === undefined || id === undefined ? undefined : drafts.get(draftKey(draftKind, id));
}

/** The text of a kept field: that of its draft, which may have grown since; undefined if that is gone. */
export function boxText(world: World, box: Extract<KeptBox, { kind: 'field' }>): string | undefined {
  return heldText(world, { draftKind: box.draftKind, targets: box.targets }) ?? box.text;
}

/** A value if it is data alone, without a function, a map or a set; otherwise undefined. */
function plain(data: unknown): unknown {
  return isPlain(data) ? data : undefined;
}

function isPlain(data: unknown): boolean {
  if (Array.isArray(data)) return data.every(isPlain);
  if (typeof data !== 'object' || data === null) return typeof data !== 'function';
  return Object.getPrototypeOf(data) === Object.prototype && Object.values(data).every(isPlain);
}
