import { sameOr } from '../world/same-or.ts';
import type { Operation, OperationCall, PendingChange, RefusedChange } from './operation.ts';

/** The operation with an edit of its calls; itself if none changes, so that it is not saved again. */
export function editCalls(operation: Operation, edit: (call: OperationCall) => OperationCall): Operation {
  const calls = sameOr(operation.calls, operation.calls.map(edit));
  return calls === operation.calls ? operation : { ...operation, calls };
}

/** The operations with others in place of each call that is not answered, or was refused. */
export function editRequests(
  operations: readonly Operation[],
  edit: (request: PendingChange | RefusedChange) => OperationCall['requests'],
): readonly Operation[] {
  const edited = (call: OperationCall): OperationCall => {
    const requests = sameOr(call.requests, call.requests.flatMap(edit));
    return requests === call.requests ? call : { ...call, requests };
  };
  return sameOr(
    operations,
    operations.map(one => editCalls(one, edited)),
  );
}

/** The same for those that are not answered. */
export function editPending(
  operations: readonly Operation[],
  edit: (request: PendingChange) => OperationCall['requests'],
): readonly Operation[] {
  return editRequests(operations, one => (one.state === 'refused' ? [one] : edit(one)));
}

/** The same for the one with this key. */
export function replacePending(
  operations: readonly Operation[],
  key: string,
  edit: (request: PendingChange) => OperationCall['requests'],
): readonly Operation[] {
  return editPending(operations, one => (one.key === key ? edit(one) : [one]));
}
