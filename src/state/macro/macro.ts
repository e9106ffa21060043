import type { SafeText } from '../../text/safe.ts';

/** What a macro does to conversations; what is absent stays as it is. */
export interface MacroActions {
  /** A status, by its name. */
  readonly status?: string | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
  /** An agent, nobody (null), or the one who runs it. */
  readonly assign_to?: number | null | 'me' | undefined;
  readonly inbox_id?: number | undefined;
  readonly archived?: boolean | undefined;
  /** For how long to put off, in words that are read when it runs: see `readLater`. */
  readonly snooze?: string | undefined;
  readonly note?: string | undefined;
}

/** A saved reply, as far as its actions are concerned. */
export interface Macro {
  readonly name: SafeText;
  readonly actions: MacroActions;
}
