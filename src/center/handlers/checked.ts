import type { BodyOf, Endpoint } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import { type Fault, refuseFaults } from '../model/problem.ts';
import type { Call, CheckedHandler, HandlerReply } from './call.ts';
import type { Locked } from './concurrent.ts';

/** A call whose body contains only the fields of the right form. */
export interface CheckedCall<E extends Endpoint> extends Omit<Call<E>, 'body'> {
  readonly body: Partial<BodyOf<E>>;
  /** The fields that were given in a wrong form, or that are missing. */
  readonly wrong: ReadonlySet<string>;
}

interface CheckResult {
  readonly faults: readonly Fault[];
}

function fieldsOf(details: readonly ErrorDetail[]): Set<string> {
  return new Set(details.map(({ path }) => path.split('.')[0]!));
}

/**
 * A handler in two steps, so that a 422 names every field at fault: `look` finds the faults that no schema can find, in
 * all fields of the right form, and writes nothing; `write` is called with the result of `look` if there is no fault at
 * all. With `locked` it is concurrent: see `concurrent`.
 */
export function checked<E extends Endpoint>(locked?: Locked) {
  return <S extends CheckResult>(
    look: (call: CheckedCall<E>) => Promise<S>,
    write: (call: Call<E>, seen: S) => Promise<HandlerReply<E>>,
  ): CheckedHandler<E> => ({
    ...(locked && { locked }),
    checked: async (call, wrong) => {
      const known = wrong.map(({ path, message }): Fault => [path, message]);
      const seen = await look({ ...call, wrong: fieldsOf(wrong) }).catch(error => {
        // Whether it exists and may be seen is only revealed for a request that could be carried out.
        refuseFaults(known);
        throw error;
      });
      refuseFaults([...known, ...seen.faults]);
      return write(call, seen);
    },
  });
}
