import type * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import { targetsOf } from '../state/list/marks.ts';
import type { Answers, OpenBox, Step } from '../state/open-box.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import { endProblem, openOverlay, say } from './overlay.ts';
import { type AnswerOf, type AnyBox, type AnyView, type Box, startOf } from './parts.ts';
import type { AnyFlow, Asking, End, Flow, Request, Script, Told } from './script.ts';

/** A flow needs the form of its input, if it has one. */
export function flow<Input = undefined>(
  made: Flow<Input> & ([Input] extends [undefined] ? unknown : Required<Pick<Flow<Input>, 'input'>>),
): Flow<Input> {
  return made;
}

/** Asks a box, and waits for its answer. Esc leads back to the box before. */
export function* ask<Data, Its extends AnyBox['parts'], Extra>(
  box: Box<Data, Its, Extra>,
  data: Data,
): Script<AnswerOf<Its>> {
  return (yield { kind: 'ask', box: box as unknown as AnyBox, data }) as AnswerOf<Its>;
}

/** Reads or sends something once, and keeps the answer. If it fails, the box before is asked again, with the reason. */
export function* read<Value>(
  form: v.GenericSchema<unknown, Value>,
  run: (desk: Desk) => Promise<Told<Value>>,
): Script<Value> {
  return (yield { kind: 'read', form, run }) as Value;
}

/** Does something once, in the middle of a flow. Esc does not lead back over it. */
export function* act(run: (desk: Desk) => void): Script<void> {
  yield { kind: 'do', run };
}

interface Replayed {
  /** What the flow wants next; undefined at its end. */
  readonly want: Request | undefined;
  readonly end: End;
  /** What it asked last. */
  readonly asked: Asking | undefined;
  /** The steps that answer what it asks. */
  readonly told: readonly Step[];
}

/** Runs a flow through what it was told. `check` takes or refuses a step that was kept. */
export function replay(
  { flow: { script }, targets, input, steps }: { flow: AnyFlow } & Pick<OpenBox, 'targets' | 'input' | 'steps'>,
  check: (want: Request, step: Step) => Step | undefined = (_want, step) => step,
): Replayed {
  const running = script(input, targets);
  const told: Step[] = [];
  let asked: Asking | undefined;
  let next = running.next();
  for (const one of steps) {
    const step = next.done ? undefined : check(next.value, one);
    if (next.done || !step) break;
    if (next.value.kind === 'ask') asked = next.value;
    told.push(step);
    next = running.next(step.kind === 'asked' ? step.answer : step.kind === 'read' ? step.value : undefined);
  }
  if (next.done) return { want: undefined, end: next.value, asked, told };
  return { want: next.value, end: undefined, asked: next.value.kind === 'ask' ? next.value : asked, told };
}

/** The box that is open, and its data. */
export function asked({ asked: found }: OpenBox): Asking {
  return found as Asking;
}

/** What the functions of an open box look at. */
export function viewOf(world: World, open: OpenBox): AnyView {
  const { targets, extra } = open;
  return { world, targets, data: asked(open).data, extra, open };
}

type Given<Input> = [Input] extends [undefined]
  ? [input?: undefined, targets?: readonly number[]]
  : [input: Input, targets?: readonly number[]];

/** Opens the first box of a flow, by default for what the keys act on now. */
export function begin<Input>(desk: Desk, begun: Flow<Input>, ...[input, targets]: Given<NoInfer<Input>>): void {
  const on = targets ?? [...targetsOf(desk.world())];
  const start = { flow: begun as AnyFlow, targets: on, input, steps: [] };
  const open = fresh(desk, { kind: 'box', self: Symbol(begun.id), ...start, ...NOTHING, asked: replay(start).asked });
  openOverlay(desk, open);
  load(desk, open);
}

const NOTHING = { state: { at: '', parts: {} }, extra: undefined, fault: undefined, isBusy: undefined };

/** A box as it opens. */
function fresh(desk: Desk, open: OpenBox): OpenBox {
  return { ...open, ...NOTHING, state: startOf(asked(open).box, viewOf(desk.world(), { ...open, ...NOTHING })) };
}

/** Goes on with a flow until it asks, reads or ends. */
function advance(desk: Desk, from: OpenBox, step: Step): void {
  const steps = [...from.steps, step];
  const { want, end, asked: last } = replay({ ...from, flow: from.flow as AnyFlow, steps });
  const open = { ...from, steps, asked: last };
  if (!want) {
    closeBox(desk, open);
    end?.(desk);
  } else if (want.kind === 'do') {
    want.run(desk);
    advance(desk, open, { kind: 'done' });
  } else if (want.kind === 'read') void wait(desk, open, want);
  else {
    const shown = fresh(desk, open);
    put(desk, shown);
    desk.set({ notice: null });
    load(desk, shown);
  }
}

async function wait(desk: Desk, open: OpenBox, { run }: Extract<Request, { kind: 'read' }>): Promise<void> {
  const busy: OpenBox = { ...open, isBusy: true, fault: undefined };
  put(desk, busy);
  const told = await run(desk);
  // Esc has led back, or out: the answer is not wanted any more.
  if (boxNow(desk.world(), open)?.steps !== open.steps) return;
  if ('fault' in told) back(desk, busy, told.fault);
  else advance(desk, open, { kind: 'read', value: told.value });
}

/** Has a box read what it shows beside its data. */
export function load(desk: Desk, open: OpenBox): void {
  const { show, isOpen } = showing(desk, open);
  asked(open).box.load?.(desk, viewOf(desk.world(), open), show, isOpen);
}

/** Shows what was read for a box, as long as it asks the same. */
export function showing(desk: Desk, open: OpenBox) {
  const now = () => {
    const found = boxNow(desk.world(), open);
    return found?.steps === open.steps ? found : undefined;
  };
  return {
    isOpen: () => now() !== undefined,
    show: (extra: unknown) => {
      const found = now();
      if (found) put(desk, { ...found, extra });
    },
  };
}

/** Takes the answer of the box. */
export function answer(desk: Desk, open: OpenBox, given: Answers): void {
  const { state: left, extra } = open;
  advance(desk, open, { kind: 'asked', box: asked(open).box.id, left, answer: given, extra });
}

/** Leads back to the box before, as it was left; without one, out of the flow. With a reason, over questions. */
export function back(desk: Desk, open: OpenBox, fault?: SafeText): void {
  const former = formerOf(open, fault !== undefined);
  if (fault === undefined) endProblem(desk);
  if (!former) {
    closeBox(desk, open);
    if (fault !== undefined) say(desk, fault);
    return;
  }
  put(desk, { ...former, fault });
  if (former.extra === undefined) load(desk, former);
}

/** The box before, as it was left; undefined if there is none, or if something was done since. */
export function formerOf(open: OpenBox, skipsQuestions: boolean): OpenBox | undefined {
  const at = open.steps.findLastIndex(({ kind }) => kind !== 'read');
  const step = open.steps[at];
  if (step?.kind !== 'asked') return undefined;
  const steps = open.steps.slice(0, at);
  const found = replay({ ...open, flow: open.flow as AnyFlow, steps }).asked;
  const former = { ...open, ...NOTHING, steps, asked: found, state: step.left, extra: step.extra };
  return skipsQuestions && found?.box.isQuestion ? formerOf(former, true) : former;
}

/** The box of the same flow as it is now, wherever it lies. */
export function boxNow({ overlays }: World, { self }: OpenBox): OpenBox | undefined {
  return overlays.find((one): one is OpenBox => one.kind === 'box' && one.self === self);
}

/** Puts the box in the place of what it was; if that is gone, nothing changes. */
export function put(desk: Desk, open: OpenBox): void {
  const { overlays } = desk.world();
  desk.set({ overlays: overlays.map(one => (one.kind === 'box' && one.self === open.self ? open : one)) });
}

/** Takes the box away, wherever it lies. */
export function closeBox(desk: Desk, { self }: OpenBox): void {
  desk.set({ overlays: desk.world().overlays.filter(one => !(one.kind === 'box' && one.self === self)) });
}

/** Closes the boxes of a flow, wherever they lie. */
export function closeFlow(desk: Desk, { id }: Pick<AnyFlow, 'id'>): void {
  desk.set({ overlays: desk.world().overlays.filter(one => !(one.kind === 'box' && one.flow.id === id)) });
}
