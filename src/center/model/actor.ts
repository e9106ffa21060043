import type { Caller } from './access.ts';
import type { Actor } from './history.ts';

/** The author of a call's changes: the agent, or nobody for an API key. */
export function actorOf(call: { readonly caller: Caller; readonly now: number }): Actor {
  return {
    agentId: call.caller.agentId,
    now: call.now,
  };
}
