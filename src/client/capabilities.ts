import type { Endpoint } from '../contract/endpoint.ts';
import { ApiError } from './api-error.ts';

/**
 * Features that another help center may lack, for which the client then uses another way: archiving many conversations
 * at once, comparing versions, mentions with a note, deleting a message only if it is unsent, the flag of an unread
 * conversation, or the parts of a call's query that only make its answer smaller, by the call.
 */
export type Capability = 'massArchive' | 'versions' | 'mentions' | 'unsent' | 'unread' | Endpoint;

type Ask<Request> = (request: Request) => Promise<unknown>;

/** The features that one help center is known to lack. Only its own words prove it, never a web page in its place. */
export interface Capabilities {
  /** True until it turns out to be lacking. */
  has(capability: Capability): boolean;
  /** Notes that it is lacking: from now on it is not used. */
  noteLack(capability: Capability): void;
  /** Asks with it, and without it if that is refused. Throws what the last question throws. */
  degrade<T>(capability: Capability, rich: () => Promise<T>, plain: () => Promise<T>): Promise<T>;
  /**
   * The same call, asked once more if the help center seems to lack it: a gateway may answer 404 in its place. It lacks
   * a call only if it says so itself, twice, until a call succeeds. `isOurKind`: its errors have the service's own form,
   * and any other is a gateway's.
   */
  confirmed<Request>(call: Ask<Request>, endpoint: Endpoint, isOurKind: () => boolean): Ask<Request>;
}

/** Knows nothing yet. */
export function createCapabilities(): Capabilities {
  const lacking = new Set<Capability>();
  return {
    has: capability => !lacking.has(capability),
    noteLack: capability => void lacking.add(capability),
    degrade: async (capability, rich, plain) => {
      if (lacking.has(capability)) return plain();
      try {
        return await rich();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.refusesQuestion) throw error;
        const answer = await plain();
        if (!error.isTransient) lacking.add(capability);
        return answer;
      }
    },
    confirmed,
  };
}

function confirmed<Request>(
  call: Ask<Request>,
  { method, path, extension }: Endpoint,
  isOurKind: () => boolean,
): Ask<Request> {
  const isSection = method === 'GET' && /\/(notes|history|reviews)$/.test(path);
  if (extension !== true && !isSection) return call;
  // A resource that is read by its id may be gone.
  const isAboutId = (status: number): boolean => status === 404 && method === 'GET' && path.includes('{') && !isSection;
  let isLacking = false;
  const ask = async (request: Request, isAgain: boolean): Promise<unknown> => {
    try {
      const value = await call(request);
      isLacking = false;
      return value;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isAbsent) throw error;
      if (error.shape !== 'own' && isOurKind()) throw error.asStrangers();
      if (isAboutId(error.status)) throw error;
      if (!isLacking && !isAgain) return ask(request, true);
      isLacking = true;
      throw error;
    }
  };
  return request => ask(request, false);
}
