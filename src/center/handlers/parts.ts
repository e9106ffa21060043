import type { Passwords } from '../auth/password.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { Filling, ModelParts, Sweep } from '../model/parts.ts';

/** What handlers work with; `createCenter` puts it together. */
export interface CenterParts extends ModelParts {
  readonly passwords: Passwords;
  readonly signIns: SignIns;
  readonly sweep: Sweep;
  readonly filling: Filling;
  /** Milliseconds on a clock that is never set back: for whatever is counted over a span of time. */
  readonly elapsed: () => number;
  /** Gets one line a request, without bodies, tokens and addresses. */
  readonly log: (line: string) => void;
  /** The OpenAPI document as JSON, made when it is first asked for. */
  readonly document: () => Promise<string>;
  /** Signs cursors. */
  readonly secret: string;
}
