import { type SafeText, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import { heldResponse } from './held-response.ts';
import type { Lanes, Turn } from './lanes.ts';
import { toItsEnd } from './to-its-end.ts';
import { type Answer, type HttpRequest, isAtHand, type Transport } from './transport.ts';

/** A transport whose requests wait for their turn; waiting is not a part of their time-out. */
export interface TurnTransport {
  exchange(request: HttpRequest, turn: Omit<Turn, 'signal'>): Promise<Answer>;
  open(request: HttpRequest, turn: Omit<Turn, 'signal'>): Promise<Response | Answer>;
}

/** Lets requests wait for their turn in these lanes; without lanes, all of them go at once. */
export function inTurn(transport: Transport, lanes: Lanes | undefined, host: SafeText): TurnTransport {
  if (!lanes) return transport;
  const enter = async (turn: Turn): Promise<() => void> => {
    const leave = await lanes.enter(turn);
    if (leave) return leave;
    throw new ApiError({ status: 0, code: 'unreachable', message: t`${host} was not asked.`, isUnsent: true });
  };
  return {
    exchange: async (request, turn) => {
      const leave = await enter({ ...turn, signal: request.signal });
      if (request.method !== 'GET') return transport.exchange(request).finally(leave);
      const { signal, onPart, end } = toItsEnd(request.signal);
      const whole = transport.exchange({ ...request, signal, onPart }).finally(() => {
        end();
        leave();
      });
      return orGivenUp(whole, request.signal, host);
    },
    open: async (request, turn) => {
      const leave = await enter({ ...turn, signal: request.signal });
      const ended = request.signal ?? new AbortController().signal;
      try {
        const answer = await transport.open(request);
        if (!isAtHand(answer)) return heldResponse(answer, ended, leave);
        leave();
        return answer;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** The answer; rejects as soon as the caller gives it up, whatever still comes. */
async function orGivenUp(whole: Promise<Answer>, caller: AbortSignal | undefined, host: SafeText): Promise<Answer> {
  const given = Promise.withResolvers<never>();
  const giveUp = (): void =>
    given.reject(new ApiError({ status: 0, code: 'unreachable', message: t`${host} does not answer.` }));
  caller?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([whole, given.promise]);
  } finally {
    caller?.removeEventListener('abort', giveUp);
    // If nobody waits for it any more, how it ends is no news.
    whole.catch(() => undefined);
  }
}
