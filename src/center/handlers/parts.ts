import type { Passwords } from '../auth/password.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { Caller } from '../model/access.ts';
import type { Filling, ModelParts, Sweep } from '../model/parts.ts';

/** Streams events to the callers that listen. */
export interface EventHub {
  /** Says that something was committed. */
  wake(): void;
  /** A stream for the caller, from after `lastId` where that is given; `hasRows`: with what changed, as it is now. */
  open(caller: Caller, lastId: number | undefined, hasRows: boolean): Promise<Response>;
  close(): void;
}

/** What a center is made of; `createCenter` puts it together. */
export interface CenterParts extends ModelParts {
  readonly hub: EventHub;
  readonly passwords: Passwords;
  readonly signIns: SignIns;
  readonly sweep: Sweep;
  readonly filling: Filling;
  /** Milliseconds on a clock that is never set back: for whatever is counted over a span of time. */
  readonly elapsed: () => number;
  /** Gets one line a request, without bodies, tokens and addresses. */
  readonly log: (line: string) => void;
  /** Signs cursors. */
  readonly secret: string;
}
