import type { WantedEvents } from '../handlers/call.ts';
import type { CenterContext } from '../handlers/context.ts';
import type { Caller } from '../model/access.ts';

/** Streams events to the listening callers. */
export interface EventHub {
  /** Reports that something was committed. */
  wake(): void;
  /** A stream for the caller, from after `lastId` if given. */
  open(caller: Caller, lastId: number | undefined, wanted: WantedEvents): Promise<Response>;
  /** How many streams are open. */
  size(): number;
  close(): void;
}

/** The dependencies of answering: those of the handlers, and the streams of events. */
export interface HttpContext extends CenterContext {
  readonly hub: EventHub;
}
