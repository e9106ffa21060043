import * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import { draftKey, fieldOf } from '../state/drafts/drafts.ts';
import type { KeptBox, KeptFlow } from '../state/kept/place.ts';
import { hasSecret } from '../state/place/world-place.ts';
import { whyReadOnly } from '../state/read-only.ts';
import type { OpenBox } from '../state/world/open-box.ts';
import type { World } from '../state/world.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import type { AnyAction } from './action.ts';
import { load } from './flow.ts';
import { NOT_ANSWERED } from './one-box.ts';
import { say } from './overlay.ts';
import { restoreFlow } from './restore-flow.ts';
import type { AnyFlow } from './script.ts';

type KnownBox = Exclude<KeptBox, { kind: 'help' }>;
type FormerBox = Exclude<KeptBox, { kind: 'help' | 'closed' | 'box' }>;
type Reopened =
  | { readonly overlay: OpenBox; readonly lost?: SafeText; readonly isChanged?: true }
  | { readonly whyNot: SafeText };

const NO_SECRET = t`a password or token is never kept`;
const CLOSED: Readonly<Record<Extract<KeptBox, { kind: 'closed' }>['why'], SafeText>> = {
  question: NOT_ANSWERED,
  secret: NO_SECRET,
};
const NO_INPUT = t`its contents cannot be read`;
const NO_TEXT = t`its text is no longer a draft`;

/** Opens the boxes of a restored place again. The first one that cannot be opened says so; no box stands above it. */
export function reopen(desk: Desk, boxes: readonly KeptBox[], actions: readonly AnyAction[]): void {
  const overlays: OpenBox[] = [];
  for (const box of boxes.map(withoutHelp)) {
    const action = actions.find(one => isOf(one, box));
    if (!action) break;
    const reopened = reopenedBox(desk, box, action);
    const why = 'whyNot' in reopened ? reopened.whyNot : reopened.lost;
    const { title } = action;
    if (why !== undefined) say(desk, t`Not open again: ${title} · ${why}`);
    if ('whyNot' in reopened) break;
    overlays.push(reopened.overlay);
    if (box.kind === 'box' && hasSecret(box.state)) say(desk, t`Open again: ${title} · ${NO_SECRET}`);
    if (reopened.isChanged) say(desk, t`Open again, but changed by an update: ${title} · check it before you go on`);
    if (why !== undefined || reopened.isChanged) break;
  }
  // It may take long until it is known whose they are: what the agent opened meanwhile stays on top.
  desk.set({ overlays: [...overlays, ...desk.world().overlays] });
  for (const one of overlays) load(desk, one);
}

/** The help and the palette as the version before kept them. */
function withoutHelp(box: KeptBox): KnownBox {
  if (box.kind !== 'help') return box;
  const { isPalette, draft, index } = box;
  return { kind: 'picker', actionId: 'help', targets: [], index, draft, ...(isPalette ? { data: '' } : {}) };
}

function isOf({ id, flows = [] }: AnyAction, box: KnownBox): boolean {
  const about = box.kind === 'box' ? box.flow : box.actionId;
  return id === about || flows.some(flow => flow.id === about);
}

function reopenedBox(desk: Desk, box: KnownBox, action: AnyAction): Reopened {
  if (box.kind === 'closed')
    return { whyNot: action.flows?.find(({ id }) => id === box.actionId)?.lost ?? CLOSED[box.why] };
  const reason = action.writes ? whyReadOnly(desk.world()) : undefined;
  if (reason !== undefined) return { whyNot: reason };
  const flow = flowFor(action, box);
  if (box.kind === 'box') return flow ? restoreFlow(desk, flow, box, NO_INPUT) : { whyNot: NO_INPUT };
  return flow ? formerBox(desk, flow, box) : { whyNot: NO_INPUT };
}

/** A page kept by the version before says by its input which one it was; a text was written in the last box. */
function flowFor({ flows = [] }: AnyAction, box: FormerBox | KeptFlow): AnyFlow | undefined {
  if (box.kind === 'box') return flows.find(({ id }) => id === box.flow);
  if (box.kind === 'field') return flows.findLast(({ takesText }) => takesText);
  return flows.find(({ input }) => box.kind !== 'sheet' || input === undefined || v.is(input, box.data));
}

/** A box as the version before kept it: the first one of its flow, with the words that were typed. */
function formerBox(desk: Desk, flow: AnyFlow, box: FormerBox): Reopened {
  const { data: input, targets = [] } = { targets: undefined, ...box };
  if (box.kind === 'field' && box.text === undefined && !hasText(desk.world(), box)) return { whyNot: NO_TEXT };
  const text = (box.kind === 'field' ? box.text : box.kind === 'picker' ? box.draft?.text : undefined) ?? '';
  const parts = { former: { kind: 'line', draft: { text, cursor: text.length } } } as const;
  const kept: KeptFlow = { kind: 'box', flow: flow.id, targets, input, steps: [], state: { at: '', parts } };
  const restored = restoreFlow(desk, flow, kept, NO_INPUT);
  return 'whyNot' in restored ? restored : { overlay: restored.overlay };
}

/** Whether the text of a kept field is in the draft that it was. */
function hasText(
  { drafts }: World,
  { draftKind: kind, targets: [id] }: Extract<FormerBox, { kind: 'field' }>,
): boolean {
  return kind !== undefined && id !== undefined && fieldOf(drafts, draftKey(kind, id)) !== '';
}

/** One line of text in the kept input of a box. */
export const KeptLine = v.pipe(v.string(), v.transform(safeLine));

/** The change that a box is about, by its key; without one, the box chooses. */
export const KeptAbout = v.object({ key: v.exactOptional(v.string()) });
