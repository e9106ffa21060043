import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Desk, Liveness } from '../desk.ts';
import { meetEpoch } from './epoch.ts';
import { loadCaller } from './places.ts';

/** The client whose every answer about the caller also says in which epoch the help center is. */
export function hearEpoch(client: Client, hear: (epoch: string | null) => void): Client {
  const { me } = client.session;
  const heard: typeof me = async request => {
    const answer = await me(request);
    hear(answer.data.epoch ?? null);
    return answer;
  };
  return { ...client, session: { ...client.session, me: heard } };
}

/** Follows whether the epoch is sure: a link that has failed may lead to a restored help center. */
export function watchEpoch(contact: Liveness, desk: () => Desk) {
  let isSure = true;
  contact.listen({
    heard: () => undefined,
    failed: ({ status }) => {
      if (status === 0) isSure = false;
    },
  });
  return {
    hear: (epoch: string | null): void => {
      isSure = true;
      meetEpoch(desk(), epoch);
    },
    sure: async (): Promise<ApiError | undefined> => {
      if (isSure || typeof desk().world().offers.me === 'string') return undefined;
      const error = await loadCaller(desk());
      // A help center that does not answer this question tells no epoch.
      return error?.status === 0 ? error : undefined;
    },
  };
}
