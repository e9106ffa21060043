import type { SafeText } from '../../text/safe.ts';
import type { Conflict, SeenVersion, Versions } from './conflict.ts';

/** Every change names the conversations that it is about. */
export interface ChangeArgs {
  readonly ids: readonly number[];
}

/** The arguments of a call: each change checks its own. */
export type CallArgs = ChangeArgs & { readonly [name: string]: unknown };

/** A change by name, with its arguments. */
export interface ChangeCall {
  readonly name: string;
  readonly args: CallArgs;
}

/** A conversation for which a change was refused, and the reason. */
export interface Refusal {
  readonly id: number;
  readonly reason: SafeText;
}

/** The attempts to send a change: none was answered so that its outcome is known. */
export interface Attempts {
  /** With the one under way. */
  readonly count: number;
  /** When the help center may first have received it; milliseconds since 1970. Absent if that is unknown. */
  readonly firstAt?: number;
  /**
   * `open`: the last answer did not say whether it was carried out, and a read decides before it is sent again. `agreed`:
   * the agent wants it sent again even if no read can tell. Absent: its key decides.
   */
  readonly doubt?: 'open' | 'agreed';
}

/** A call on its way to the help center. Plain data, because it outlives the process. */
interface Request extends ChangeCall {
  /** Also the idempotency key of its request. */
  readonly key: string;
  /** It carries out no part of the call that it belongs to, but only follows it. */
  readonly isFollowing?: true;
  /** When it was made; milliseconds. */
  readonly at: number;
  /**
   * `undo`: it undoes another change, so the words in it were not written by the agent for it. `desk`: the agent did not
   * ask for it; no notice, count or list shows it, and a refusal drops it. Absent: the agent made it.
   */
  readonly by?: 'undo' | 'desk';
  /** Absent if it was never sent: the help center cannot know of it. */
  readonly attempts?: Attempts;
  /** Why the last attempt failed. */
  readonly problem: SafeText | null;
  /** The versions of its conversations that it was made on. */
  readonly versions?: Versions;
  /** The state of its conversations when the agent made it, by id; absent if nothing of it can make the change ask. */
  readonly seen?: Readonly<Record<number, SeenVersion>>;
  /** How often it was made again on newer versions, each time under a key of its own. */
  readonly renewals?: number;
  /** It follows conversations that were merged away, each to the one that took it in. */
  readonly followed?: readonly { readonly from: number; readonly to: number }[];
}

/** It can be dropped until this moment (milliseconds), and is sent then. */
interface HeldState {
  readonly state: 'held';
  readonly heldUntil: number;
}
/** It is sent when its turn comes. */
interface Waiting {
  readonly state: 'waiting';
}
/** `isUploading`: its files are on their way, and nothing else of it: until they are there, it can be taken back. */
interface Sending {
  readonly state: 'sending';
  readonly isUploading?: boolean;
}
/**
 * Nothing is sent until the agent decides, because it was held for too long (`hold`), or because it is unknown whether
 * it was carried out (`outcome`).
 */
interface Asking {
  readonly state: 'asks';
  readonly about: 'hold' | 'outcome';
}
/** The same, because others changed its conversations since. */
interface AskingAboutOthers {
  readonly state: 'asks';
  readonly about: 'others';
  readonly conflict: readonly Conflict[];
}
/** The help center refused it. It stays, with the agent's words, until the agent dismisses it. */
interface Refused {
  readonly state: 'refused';
  /** Each of its conversations, with the help center's own reason. */
  readonly reasons: readonly Refusal[];
}

/** A call that the help center has not answered yet. */
export type PendingChange = Request & (HeldState | Waiting | Sending | Asking | AskingAboutOthers);
/** A call that asks because of others' changes. */
export type ConflictingChange = Request & AskingAboutOthers;
/** A call that was refused, for the refused conversations alone. */
export type RefusedChange = Request & Refused;

/** A call of an operation, with the calls that undo it and its way to the help center. */
export interface OperationCall extends ChangeCall {
  /** None if it can no longer be undone. */
  readonly inverse: readonly ChangeCall[];
  /** Its parts that are not answered yet, with what follows them, and those that were refused. */
  readonly requests: readonly (PendingChange | RefusedChange)[];
  /** The index of the call that it takes back, in the operation that its own takes back. */
  readonly takesBack?: number;
}

/** Whether an operation is in effect, and what can be done with it. */
export type OperationState =
  /** It is in effect; it can be undone if a call has an inverse, and while it is held. */
  | { readonly kind: 'done' }
  /** It can be made again. `Z` makes the one of the highest turn again first, and reaches none of turn 0. */
  | { readonly kind: 'takenBack'; readonly turn: number }
  /** It can no longer be undone or made again. */
  | { readonly kind: 'final'; readonly isTakenBack: boolean };

/**
 * An act of the agent or of the desk: its calls, and their way to the help center. Pending and refused changes, undo,
 * redo and the journal are views of the list of operations.
 */
export interface Operation {
  /** The key of its first call. */
  readonly id: string;
  /** When it was made; milliseconds. */
  readonly at: number;
  /** Its title in notices: `Archived 2 conversations`. */
  readonly title: SafeText;
  /** How many conversations it changed, without those that were so already. */
  readonly count: number;
  /** The desk made it, so that it is in no journal. */
  readonly by?: 'desk';
  /** Its calls, without the conversations for which they were refused. */
  readonly calls: readonly OperationCall[];
  readonly state: OperationState;
  /** The operation that it takes back. */
  readonly undoes?: string;
  /** Undoing it drops it while it is held; once it was sent, it is final. */
  readonly isHeld?: true;
  /** The help center’s epoch when it was made; absent if that was never restored. */
  readonly epoch?: string;
}

/** The requests of an operation in their order: those without an answer, and those that were refused. */
export function requestsOf({ calls }: Operation): OperationCall['requests'] {
  return calls.flatMap(({ requests }) => requests);
}

/** The calls that undo an operation. */
export function inversesOf({ calls }: Operation): readonly ChangeCall[] {
  return calls.flatMap(({ inverse }) => inverse);
}

/** The calls that are not answered yet, in their order. */
export function pendingOf(operations: readonly Operation[]): readonly PendingChange[] {
  return operations.flatMap(requestsOf).filter(request => request.state !== 'refused');
}

/** The calls that were refused, in their order. */
export function refusedOf(operations: readonly Operation[]): readonly RefusedChange[] {
  return operations.flatMap(requestsOf).filter(request => request.state === 'refused');
}

/** The operations that can be undone; the last one is the next. */
export function undoable(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(isUndoable);
}

/** The operations that were undone since the last one and can be made again; the last one is the next. */
export function redoable(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(one => turnOf(one) > 0).sort((a, b) => turnOf(a) - turnOf(b));
}

/** The turn in which `Z` makes an operation again; 0 if it does not reach it. */
export function turnOf({ state }: Operation): number {
  return state.kind === 'takenBack' ? state.turn : 0;
}

/** Whether it was taken back and can be made again from the journal. */
export function isRedoable(operation: Operation): boolean {
  return operation.state.kind === 'takenBack' && callsLeft(operation).length > 0;
}

/** Whether it was taken back. */
export function isTakenBack({ state }: Operation): boolean {
  return state.kind === 'takenBack' || (state.kind === 'final' && state.isTakenBack);
}

/** Whether the agent can undo it. */
export function isUndoable(operation: Operation): boolean {
  const isDone = operation.state.kind === 'done' && callsLeft(operation).length > 0;
  return isDone && (operation.isHeld === true || operation.calls.some(({ inverse }) => inverse.length > 0));
}

/** The calls of which something was not refused. */
export function callsLeft({ calls }: Operation): readonly OperationCall[] {
  return calls.filter(({ args }) => args.ids.length > 0);
}

/** The operation, which can no longer be undone or made again. */
export function closed({ isHeld, ...operation }: Operation): Operation {
  const calls = operation.calls.map(call => ({ ...call, inverse: [] }));
  return { ...operation, calls, state: { kind: 'final', isTakenBack: isTakenBack(operation) } };
}

/** The operation as taken back; `turn`: see its state. */
export function takenBack(operation: Operation, turn: number): Operation {
  const isFinal = operation.state.kind === 'final';
  return { ...operation, state: isFinal ? { kind: 'final', isTakenBack: true } : { kind: 'takenBack', turn } };
}

/** The operation, which Z no longer reaches. */
export function outOfTurn(operation: Operation): Operation {
  return turnOf(operation) > 0 ? takenBack(operation, 0) : operation;
}

/** The most operations of the agent that are kept. */
const MAX_JOURNAL = 1_000;

/** The agent's acts, the oldest first. */
export function journalOf(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ by, undoes }) => by !== 'desk' && undoes === undefined);
}

/** The operations without those that wait for nothing and that no journal holds. */
export function tidied(operations: readonly Operation[]): readonly Operation[] {
  const kept = new Set(journalOf(operations).slice(-MAX_JOURNAL));
  const isLeft = (one: Operation): boolean => kept.has(one) || requestsOf(one).length > 0;
  return operations.every(isLeft) ? operations : operations.filter(isLeft);
}

/** A call in another state; the fields of the former state alone are dropped. */
export function inState<State extends HeldState | Waiting | Sending | Asking | AskingAboutOthers | Refused>(
  request: PendingChange,
  state: State,
): Request & State {
  const {
    state: _,
    heldUntil,
    isUploading,
    about,
    conflict,
    ...call
  } = request as Request & Record<'state' | 'heldUntil' | 'isUploading' | 'about' | 'conflict', unknown>;
  return { ...call, ...state };
}

/** A call for fewer of its conversations. */
export function narrowed<Call extends ChangeCall>(call: Call, ids: readonly number[]): Call {
  return { ...call, args: { ...call.args, ids } };
}

/** The changes that the agent made and gets notices about. */
export function madeByAgent(pending: readonly PendingChange[]): readonly PendingChange[] {
  return pending.filter(({ by }) => by !== 'desk');
}

/** The changes that were held for too long: they are sent only if the agent agrees. */
export function overdue({ pending }: { readonly pending: readonly PendingChange[] }): readonly PendingChange[] {
  return pending.filter(one => one.state === 'asks' && one.about === 'hold');
}

/** The changes of which it is unknown whether they were carried out. */
export function unconfirmed({ pending }: { readonly pending: readonly PendingChange[] }): readonly PendingChange[] {
  return pending.filter(one => one.state === 'asks' && one.about === 'outcome');
}

/** The changes that ask because of others' changes since. */
export function conflicting({ pending }: { readonly pending: readonly PendingChange[] }): readonly ConflictingChange[] {
  return pending.filter(one => one.state === 'asks' && one.about === 'others');
}
