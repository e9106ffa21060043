import type * as v from 'valibot';
import type { GivenActions } from '../../contract/saved-reply.ts';
import type { SafeText } from '../../text/safe.ts';

type Given = v.InferInput<typeof GivenActions>;

/**
 * The actions of a macro on conversations; absent fields stay as they are, and so does the inbox if an answer does not
 * name one.
 */
export type ShownMacroActions = {
  readonly [Name in keyof Given]: Given[Name] extends readonly (infer Item)[] | undefined
    ? readonly Item[] | undefined
    : Name extends 'inbox_id'
      ? number | null | undefined
      : Given[Name];
};

/** A saved reply, as far as its actions are concerned. */
export interface Macro {
  readonly name: SafeText;
  readonly actions: ShownMacroActions;
}
