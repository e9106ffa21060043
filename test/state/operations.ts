import type { SavedState } from '../../src/state/kept/storage.ts';
import { narrowed, pendingOf, refusedOf } from '../../src/state/operations/operation.ts';
import type { Drafts, Operation, PendingChange, RefusedChange } from '../../src/state/world.ts';
import { t } from '../../src/text/safe.ts';

/** An operation that consists of this call alone and cannot be undone. */
export function operationOf(request: PendingChange | RefusedChange, more: Partial<Operation> = {}): Operation {
  const { key, at } = request;
  const { name, args } = request;
  const calls = [{ ...narrowed({ name, args }, []), inverse: [], requests: [request] }];
  return { id: key, at, title: t`a change`, count: 1, calls, state: { kind: 'final', isTakenBack: false }, ...more };
}

/** The operations of these calls. */
export function operationsOf(requests: readonly (PendingChange | RefusedChange)[]): readonly Operation[] {
  return requests.map(request => operationOf(request));
}

/** What a desk keeps that made these calls. */
export function keptOf(requests: readonly (PendingChange | RefusedChange)[], drafts: Drafts = new Map()): SavedState {
  return { operations: operationsOf(requests), drafts };
}

/** The calls that wait in what a desk keeps. */
export function pendingIn({ operations }: Pick<SavedState, 'operations'>): readonly PendingChange[] {
  return pendingOf(operations);
}

/** The refused calls in what a desk keeps. */
export function refusedIn({ operations }: Pick<SavedState, 'operations'>): readonly RefusedChange[] {
  return refusedOf(operations);
}
