import type { Desk } from '../state/desk.ts';
import { targetsOf } from '../state/list/marks.ts';
import type { Answers, FlowStep, OpenBox } from '../state/world/open-box.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import { endProblem, openOverlay, say } from './overlay.ts';
import { secretLines, startOf } from './part-state.ts';
import { type AnyView, isForm, isLinePart } from './parts.ts';
import type { AnyFlow, AskStep, CallFault, CallResult, End, Flow, ReadStep, Request } from './script.ts';

interface Replayed {
  /** The next request of the flow; undefined at its end. */
  readonly want: Request | undefined;
  readonly end: End;
  /** Its last question. */
  readonly asked: AskStep | undefined;
  /** The steps that answer what it asks. */
  readonly told: readonly FlowStep[];
}

/** Runs a flow through what it was told. `check` takes or refuses a step that was kept. */
export function replay(
  { flow: { script }, targets, input, steps }: { flow: AnyFlow } & Pick<OpenBox, 'targets' | 'input' | 'steps'>,
  check: (want: Request, step: FlowStep) => FlowStep | undefined = (_want, step) => step,
): Replayed {
  const running = script(input, targets);
  const told: FlowStep[] = [];
  let asked: AskStep | undefined;
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
export function asked({ asked: found }: OpenBox): AskStep {
  return found as AskStep;
}

/** The view for the functions of an open box. */
export function viewOf(world: World, open: OpenBox): AnyView {
  const { targets, extra } = open;
  return { world, targets, data: asked(open).data, extra, open };
}

type Given<Input> = [Input] extends [undefined]
  ? [input?: undefined, targets?: readonly number[], fault?: SafeText]
  : [input: Input, targets?: readonly number[], fault?: SafeText];

/** Opens the first box of a flow, by default for what the keys act on now. `fault`: what is wrong with its text. */
export function begin<Input>(desk: Desk, begun: Flow<Input>, ...[input, targets, fault]: Given<NoInfer<Input>>): void {
  const on = targets ?? [...targetsOf(desk.world())];
  const start = { flow: begun as AnyFlow, targets: on, input, steps: [] };
  const made = fresh(desk, { kind: 'box', self: Symbol(begun.id), ...start, ...NOTHING, asked: replay(start).asked });
  const open = { ...made, fault };
  openOverlay(desk, open);
  load(desk, open);
}

const NOTHING = {
  state: { at: '', parts: {} },
  extra: undefined,
  fault: undefined,
  faults: undefined,
  isBusy: undefined,
};

/** A box as it opens. */
function fresh(desk: Desk, open: OpenBox): OpenBox {
  const empty = { ...open, ...NOTHING };
  return { ...empty, state: startOf(asked(open).box, viewOf(desk.world(), empty)) };
}

/** Goes on with a flow until it asks, reads or ends. */
function advance(desk: Desk, from: OpenBox, step: FlowStep): void {
  const steps = [...from.steps, step];
  const { want, end, asked: last } = replay({ ...from, flow: from.flow as AnyFlow, steps });
  const open = { ...from, steps, asked: last };
  if (!want) {
    closeBox(desk, open);
    end?.(desk);
  } else if (want.kind === 'do') {
    want.run(desk);
    advance(desk, open, { kind: 'done' });
  } else if (want.kind === 'read') wait(desk, open, want);
  else {
    const shown = fresh(desk, open);
    replaceBox(desk, shown);
    desk.set({ notice: null });
    load(desk, shown);
  }
}

function wait(desk: Desk, open: OpenBox, want: ReadStep): void {
  const { body } = want;
  const again = open.sent?.body === body ? open.sent : undefined;
  // A read between two tries to send the same body leaves the key of that body.
  const sent = body === undefined ? open.sent : (again ?? { body, key: desk.newKey() });
  const busy: OpenBox = { ...open, isBusy: true, fault: undefined, faults: undefined, sent };
  replaceBox(desk, busy);
  const take = (told: CallResult<unknown>): void => {
    // Esc has led back, or out: the box does not wait for the answer any more.
    if (boxNow(desk.world(), open)?.steps !== open.steps) want.left?.(desk, told);
    else if ('fault' in told) back(desk, told.isTransient ? busy : { ...busy, sent: undefined }, told);
    else advance(desk, { ...busy, sent: body === undefined ? sent : undefined }, { kind: 'read', value: told.value });
  };
  const told = want.run(desk, sent?.key ?? '');
  if (told instanceof Promise) void told.then(take);
  else take(told);
}

/** Lets a box read the data that it shows beside its own. */
export function load(desk: Desk, open: OpenBox): void {
  const { show, isOpen } = showing(desk, open);
  asked(open).box.load?.(desk, viewOf(desk.world(), open), show, isOpen);
}

/** Shows the data that was read for a box, as long as the box asks the same. `now`: the box as it is then. */
export function showing(desk: Desk, open: OpenBox) {
  const now = () => {
    const found = boxNow(desk.world(), open);
    return found?.steps === open.steps ? found : undefined;
  };
  return {
    now,
    isOpen: () => now() !== undefined,
    show: (extra: unknown) => {
      const found = now();
      if (found) replaceBox(desk, { ...found, extra });
    },
  };
}

/** Takes the answer of the box. */
export function answer(desk: Desk, open: OpenBox, given: Answers): void {
  const { state: left, extra } = open;
  advance(desk, open, { kind: 'asked', box: asked(open).box.id, left, answer: given, extra });
}

/**
 * Leads back to the box before, as it was left; without one, out of the flow. With a reason, over questions; a secret is
 * then written again, unless the same may be taken later, or single parts are wrong.
 */
export function back(desk: Desk, open: OpenBox, problem?: CallFault): void {
  const former = formerOf(open, problem !== undefined);
  if (!problem) endProblem(desk);
  if (!former) {
    closeBox(desk, open);
    if (problem) say(desk, problem.fault);
    return;
  }
  const shown = problem ? withFault(desk, former, problem) : former;
  replaceBox(desk, shown);
  if (shown.extra === undefined) load(desk, shown);
}

/** The box with the reason below the row that it is about, or below its last one; the footer says it without such a row. */
function withFault(desk: Desk, former: OpenBox, { fault, faults, isTransient, input }: CallFault): OpenBox {
  const again = { ...former, flow: former.flow as AnyFlow, input };
  const open = input === undefined ? former : fresh(desk, { ...again, asked: replay(again).asked });
  const { box } = asked(open);
  const names = Object.keys(box.parts);
  const wrong = names.filter(name => faults?.[name] !== undefined);
  const at = wrong[0] ?? (isForm(box) ? names.at(-1)! : open.state.at);
  const own = Object.fromEntries(wrong.map(name => [name, faults![name]!]));
  const isShown = isForm(box) || isLinePart(box.parts[at]!);
  if (!isShown) say(desk, fault);
  const kept = isTransient || faults ? open : withoutSecrets(desk, open);
  return { ...kept, state: { ...kept.state, at }, faults: own, fault: isShown ? fault : undefined };
}

function withoutSecrets(desk: Desk, open: OpenBox): OpenBox {
  const { at, parts } = open.state;
  const secrets = secretLines(asked(open).box, viewOf(desk.world(), open));
  const emptied = secrets.map(name => [name, { kind: 'line', draft: { text: '', cursor: 0 } }] as const);
  return { ...open, state: { at, parts: { ...parts, ...Object.fromEntries(emptied) } } };
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
  return overlays.find(one => one.self === self);
}

/** Puts the box in the place of what it was; if that is gone, nothing changes. */
export function replaceBox(desk: Desk, open: OpenBox): void {
  const { overlays } = desk.world();
  desk.set({ overlays: overlays.map(one => (one.self === open.self ? open : one)) });
}

/** Takes the box away, wherever it lies. */
export function closeBox(desk: Desk, { self }: OpenBox): void {
  desk.set({ overlays: desk.world().overlays.filter(one => one.self !== self) });
}
