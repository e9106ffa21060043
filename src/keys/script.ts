import type * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import type { SafeText } from '../text/safe.ts';
import type { AnyBox } from './parts.ts';

/** What reading or sending something came to. */
export type Told<Value> = { readonly value: Value } | { readonly fault: SafeText };

/** What is left to do when nothing more is asked: the box is closed by then. */
export type End = ((desk: Desk) => void) | undefined;

/** A box that is asked, and what it is asked with. */
export type Asking = { readonly kind: 'ask'; readonly box: AnyBox; readonly data: unknown };
/** What a script wants next. */
export type Request =
  | Asking
  | { readonly kind: 'read'; readonly form: v.GenericSchema; run(desk: Desk): Promise<Told<unknown>> }
  | { readonly kind: 'do'; run(desk: Desk): void };
export type Script<Result = End> = Generator<Request, Result, unknown>;

/**
 * Boxes that are asked one after the other. The script gets no desk: what it does follows from its input, its targets
 * and what it was told. So it runs only by being told all of that again: after a key, after Esc, after a restart.
 */
export interface Flow<Input = undefined> {
  /** Kept with the box. */
  readonly id: string;
  /** The form of its input, for the next desk. */
  readonly input?: v.GenericSchema<unknown, Input>;
  /** Why it never comes back in the next desk, as the end of a sentence about it. Its input needs no form then. */
  readonly lost?: SafeText;
  /** Its first box takes text: what is typed after its key is not meant for the panes. */
  readonly takesText?: true;
  script(input: Input, targets: readonly number[]): Script;
}

/** Any flow, whatever its input. */
export type AnyFlow = Flow<unknown>;
