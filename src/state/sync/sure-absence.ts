import type { Endpoint } from '../../contract/endpoint.ts';
import { isApiError } from '../attempt.ts';

/**
 * The same call, asked once more if the help center seems to lack it: a gateway may answer 404 in its place. It lacks a
 * call only if it says so itself, twice, until a call succeeds. `isOurKind`: its errors have the service's own form, and
 * any other is a gateway's.
 */
export function surely<Request>(
  call: (request: Request) => Promise<unknown>,
  { method, path, extension }: Endpoint,
  isOurKind: () => boolean,
): typeof call {
  const isSection = method === 'GET' && /\/(notes|history|reviews)$/.test(path);
  if (extension !== true && !isSection) return call;
  // What is read by its id may be gone.
  const isAboutId = (status: number): boolean => status === 404 && method === 'GET' && path.includes('{') && !isSection;
  let isLacking = false;
  const ask = async (request: Request, isAgain: boolean): Promise<unknown> => {
    try {
      const value = await call(request);
      isLacking = false;
      return value;
    } catch (error) {
      if (!isApiError(error) || !error.isAbsent) throw error;
      if (error.shape !== 'own' && isOurKind()) throw error.asStrangers();
      if (isAboutId(error.status)) throw error;
      if (!isLacking && !isAgain) return ask(request, true);
      isLacking = true;
      throw error;
    }
  };
  return request => ask(request, false);
}
