import * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import type { KeptFlow } from '../state/kept/place.ts';
import { boxState } from '../state/place/world-place.ts';
import type { BoxState, FlowStep, OpenBox, PartState } from '../state/world/open-box.ts';
import { type SafeText, t } from '../text/safe.ts';
import { formerOf, replay, viewOf } from './flow.ts';
import { NOT_ANSWERED } from './one-box.ts';
import { startOf } from './part-state.ts';
import type { AnyBox } from './parts.ts';
import type { AnyFlow } from './script.ts';

/**
 * A box of a flow in the next desk. `lost`: why a question above it is not there, as the end of a sentence about it.
 * `isChanged`: the flow is not as it was.
 */
const NO_TEXT = t`its text is no longer a draft`;

type Restored = { readonly overlay: OpenBox; readonly lost?: SafeText; readonly isChanged?: true };

/**
 * Tells a flow what was kept, as far as that still answers what it asks. Nothing is sent or done again: a box whose
 * answer was on its way is asked once more, and a question gives way to the box before it. Without such a box: why.
 */
export function restoreFlow(
  desk: Desk,
  flow: AnyFlow,
  kept: KeptFlow,
  unread: SafeText,
): Restored | { whyNot: SafeText } {
  const input = flow.input ? v.safeParse(flow.input, kept.input) : ({ success: true, output: undefined } as const);
  if (flow.lost !== undefined) return { whyNot: flow.lost };
  if (!input.success) return { whyNot: unread };
  const world = desk.world();
  const state = boxState(kept.state, world);
  if (!state) return { whyNot: NO_TEXT };
  const { sent } = kept;
  const start = { flow, targets: kept.targets, input: input.output };
  const steps = kept.steps.map((step): FlowStep => {
    if (step.kind !== 'asked') return step;
    return { ...step, left: boxState(step.left, world) ?? { at: '', parts: {} } };
  });
  const { told, asked, want } = replay({ ...start, steps }, (wanted, step) => {
    if (wanted.kind !== 'read' || step.kind !== 'read') return isAnswer(wanted, step) ? step : undefined;
    const { success, output } = v.safeParse(wanted.form, step.value);
    return success ? { kind: 'read', value: output } : undefined;
  });
  const isWhole = told.length === steps.length;
  const self = Symbol(flow.id);
  const open: OpenBox = { ...start, kind: 'box', self, steps: told, asked, state, ...(sent && { sent }) };
  if (want?.kind === 'ask' && !want.box.isQuestion) {
    if (isWhole && fits(want.box, state)) return { overlay: open };
    return { overlay: { ...open, state: withWords(desk, open, state) }, isChanged: true };
  }
  const former = formerOf(open, true);
  if (!former) return { whyNot: want?.kind === 'ask' ? NOT_ANSWERED : unread };
  if (want?.kind === 'ask') return { overlay: former, lost: NOT_ANSWERED };
  return isWhole ? { overlay: former } : { overlay: former, isChanged: true };
}

type Fit = NonNullable<Parameters<typeof replay>[1]>;

function isAnswer(want: Parameters<Fit>[0], step: Parameters<Fit>[1]): boolean {
  if (want.kind === 'do') return step.kind === 'done';
  return want.kind === 'ask' && step.kind === 'asked' && step.box === want.box.id && fits(want.box, step.left);
}

/** Whether it is the state of a box with these parts. */
function fits({ parts }: AnyBox, { at, parts: states }: BoxState): boolean {
  const names = Object.keys(parts);
  return (
    at in parts &&
    names.length === Object.keys(states).length &&
    names.every(name => states[name]?.kind === parts[name]!.kind)
  );
}

/** The state of a box as it opens, with the first words that were written in the former one. */
function withWords(desk: Desk, open: OpenBox, { parts }: BoxState): BoxState {
  const fresh = startOf((open.asked as { box: AnyBox }).box, viewOf(desk.world(), open));
  const former = Object.values(parts).filter(one => draftOf(one)?.text);
  const draft = draftOf(former.find(({ kind }) => kind === 'text') ?? former[0]);
  const written = Object.entries(fresh.parts).filter(([, one]) => draftOf(one));
  const [name, state] = written.find(([, { kind }]) => kind === 'text') ?? written[0] ?? [];
  if (!draft || !name || !state || 'isDraft' in state) return fresh;
  return { at: name, parts: { ...fresh.parts, [name]: { ...state, draft } as PartState } };
}

function draftOf(state: PartState | undefined) {
  return state && 'draft' in state ? state.draft : null;
}
