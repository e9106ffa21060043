import type * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import type { SafeText } from '../text/safe.ts';
import type { AnyBox, Box, BoxAnswer } from './parts.ts';

/** The result of reading or sending something. `isTransient`: the same may be taken later. */
export type CallResult<Value> = { readonly value: Value } | CallFault;
export interface CallFault {
  readonly fault: SafeText;
  readonly isTransient?: boolean;
  /** The faults of single parts of the box before, by their names. */
  readonly faults?: Readonly<Record<string, SafeText>>;
  /** The flow begins again with this input: what it is about has changed meanwhile. */
  readonly input?: unknown;
}

/** The last step when nothing more is asked: the box is closed by then. */
export type End = ((desk: Desk) => void) | undefined;

/** A box that is asked, and its input. */
export type AskStep = { readonly kind: 'ask'; readonly box: AnyBox; readonly data: unknown };
/** Something that is read, or sent under a key. */
export interface ReadStep {
  readonly kind: 'read';
  readonly form: v.GenericSchema;
  /** The request to send; undefined if there is none. */
  readonly body?: string | undefined;
  run(desk: Desk, key: string): CallResult<unknown> | Promise<CallResult<unknown>>;
  /** Receives an answer that comes after the agent has left the box. */
  left?(desk: Desk, told: CallResult<unknown>): void;
}
/** The next request of a script. */
export type Request = AskStep | ReadStep | { readonly kind: 'do'; run(desk: Desk): void };
export type Script<Result = End> = Generator<Request, Result, unknown>;

/**
 * Boxes that are asked one after the other. The script gets no desk: what it does follows from its input, its targets
 * and what it was told. So it runs only by being told all of that again: after a key, after Esc, after a restart.
 */
export interface Flow<Input = undefined> {
  /** Kept with the box. */
  readonly id: string;
  /** The form of its input, for the next desk. */
  readonly input?: v.GenericSchema<unknown, Input>;
  /** Why it never comes back in the next desk, as the end of a sentence about it. Its input needs no form then. */
  readonly lost?: SafeText;
  /** Its first box takes text: what is typed after its key is not meant for the panes. */
  readonly takesText?: true;
  script(input: Input, targets: readonly number[]): Script;
}

/** Any flow. */
export type AnyFlow = Flow<unknown>;

/** A flow needs the form of its input, if it has one. */
export function flow<Input = undefined>(
  made: Flow<Input> & ([Input] extends [undefined] ? unknown : Required<Pick<Flow<Input>, 'input'>>),
): Flow<Input> {
  return made;
}

/** Asks a box, and waits for its answer. Esc leads back to the box before. */
export function* askBox<Data, Its extends AnyBox['parts'], Extra>(
  box: Box<Data, Its, Extra>,
  data: Data,
): Script<BoxAnswer<Its>> {
  return (yield { kind: 'ask', box: box as unknown as AnyBox, data }) as BoxAnswer<Its>;
}

/** Reads something once, and keeps the answer. If it fails, the box before is asked again, with the reason. */
export function* readOnce<Value>(
  form: v.GenericSchema<unknown, Value>,
  run: (desk: Desk) => CallResult<Value> | Promise<CallResult<Value>>,
  left?: (desk: Desk, told: CallResult<Value>) => void,
): Script<Value> {
  return (yield { kind: 'read', form, run, ...(left && { left: left as ReadStep['left'] & object }) }) as Value;
}

/** Sends something in the same way. After a lost answer the same body has the same key: it is carried out once. */
export function* send<Value>(
  body: unknown,
  form: v.GenericSchema<unknown, Value>,
  run: (desk: Desk, key: string) => Promise<CallResult<Value>>,
  left: (desk: Desk, told: CallResult<Value>) => void,
): Script<Value> {
  const sent = JSON.stringify(body);
  return (yield { kind: 'read', form, body: sent, run, left: left as ReadStep['left'] & object }) as Value;
}

/** Does something once, in the middle of a flow. Esc does not lead back over it. */
export function* doOnce(run: (desk: Desk) => void): Script<void> {
  yield { kind: 'do', run };
}
