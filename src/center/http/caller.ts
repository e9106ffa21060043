import type { Endpoint } from '../../contract/endpoint.ts';
import { authenticate } from '../auth/authenticate.ts';
import { type Caller, nobody } from '../model/access.ts';
import type { HttpContext } from './context.ts';
import type { AnyRequest } from './request.ts';

/** Finds the caller of a request by its token; `nobody` if anyone may call. Throws `unauthorized`. */
export type CallerStep = (endpoint: Endpoint, request: AnyRequest, now: number) => Promise<Caller>;

/** Makes the step that finds the caller. */
export function createCallerStep(context: HttpContext): CallerStep {
  return async (endpoint, request, now) =>
    endpoint.allows === 'anyone' ? nobody : await authenticate(context, request.headers.get('authorization'), now);
}
