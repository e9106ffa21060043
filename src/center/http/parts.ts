import type { CenterParts } from '../handlers/parts.ts';
import type { Caller } from '../model/access.ts';

/** Streams events to the callers that listen. */
export interface EventHub {
  /** Says that something was committed. */
  wake(): void;
  /** A stream for the caller, from after `lastId` where that is given; `hasRows`: with what changed, as it is now. */
  open(caller: Caller, lastId: number | undefined, hasRows: boolean): Promise<Response>;
  close(): void;
}

/** What requests are answered with: what the handlers work with, and the streams of events. */
export interface HttpParts extends CenterParts {
  readonly hub: EventHub;
}
