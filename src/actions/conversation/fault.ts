import type * as v from 'valibot';
import { faultOf } from '../../contract/faults.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';

/** The help center's objection to a value, safe to show; undefined if it would take it. */
export function shownFault(schema: v.GenericSchema, value: unknown): SafeText | undefined {
  const fault = faultOf(schema, value);
  return fault === undefined ? undefined : safeLine(fault);
}
