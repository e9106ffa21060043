import type { Attempts, OperationCall, OperationState } from '../../state/operations/operation.ts';
import type { ChangeCall, Operation } from '../../state/world.ts';

type Request = OperationCall['requests'][number];

/** A change as version 0.1.0 kept it. */
type FormerRequest = Omit<Request, 'attempts'> & {
  /** The index of its call, of this operation or of the one that it takes back; absent if it only follows one. */
  readonly of?: number;
  readonly attempts: number;
  readonly firstSentAt?: number;
  readonly isUnsure?: boolean;
  readonly isAgreed?: boolean;
};

/** An operation as version 0.1.0 kept it: three lists, of which the second belongs to the first by its order. */
interface Former extends Omit<Operation, 'calls' | 'state'> {
  readonly calls: readonly ChangeCall[];
  readonly inverse: readonly (readonly ChangeCall[])[];
  readonly requests: readonly FormerRequest[];
  /** The turn in which it is made again; absent if it was not taken back. */
  readonly takenBack?: number;
}

/** Reads a kept operation, of this version or of version 0.1.0. Throws if the text is not JSON. */
export function operationOf(text: string): Operation {
  const value = JSON.parse(text) as Operation | Former;
  return 'inverse' in value ? ofFormer(value) : value;
}

function ofFormer({ calls: done, inverse, requests, takenBack, ...operation }: Former): Operation {
  const calls: OperationCall[] = done.map((call, index) => ({
    ...renewed(call),
    inverse: (inverse[index] ?? []).map(renewed),
    requests: [],
  }));
  let last = 0;
  for (const { of, ...former } of requests) {
    // The operation that takes back another one had requests alone.
    if (of !== undefined) last = operation.undoes === undefined ? of : calls.length;
    const own = { ...requestOf(former), ...(of === undefined ? { isFollowing: true as const } : {}) };
    const { args } = own;
    const call = calls[last] ?? { name: own.name, args: { ...args, ids: [] }, inverse: [], requests: [] };
    const takesBack = of === undefined || operation.undoes === undefined ? {} : { takesBack: of };
    calls[last] = { ...call, ...takesBack, requests: [...call.requests, own] };
  }
  return {
    ...operation,
    calls: calls.filter(call => call !== undefined),
    state: stateOf(inverse.length > 0, takenBack),
  };
}

function stateOf(isOpen: boolean, turn: number | undefined): OperationState {
  if (!isOpen) return { kind: 'final', isTakenBack: turn !== undefined };
  return turn === undefined ? { kind: 'done' } : { kind: 'takenBack', turn };
}

function requestOf({ attempts: count, firstSentAt, isUnsure, isAgreed, ...others }: FormerRequest): Request {
  const doubt = isAgreed ? 'agreed' : isUnsure ? 'open' : undefined;
  const attempts: Attempts | undefined =
    count === 0 ? undefined : { count, ...(firstSentAt && { firstAt: firstSentAt }), ...(doubt && { doubt }) };
  return { ...renewed(others), ...(attempts && { attempts }) } as Request;
}

/** A mail named the status that follows it. */
function renewed<Call extends ChangeCall>(call: Call): Call {
  const { thenStatus: conversation_status_id, ...args } = call.args;
  if (conversation_status_id === undefined) return call;
  const following = [{ name: 'conversation.status', args: { ids: args.ids, conversation_status_id } }];
  return { ...call, args: { ...args, following } };
}
