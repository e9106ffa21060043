import type { Caller } from './access.ts';
import type { Actor } from './history.ts';

/** Who makes the changes of a call: the agent, or nobody in particular for an API key. */
export function actorOf(call: { readonly caller: Caller; readonly now: number }): Actor {
  return {
    agentId: call.caller.agentId,
    now: call.now,
  };
}
