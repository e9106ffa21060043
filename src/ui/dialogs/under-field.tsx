import type { Field } from '../../keys/action.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';

/** A reason in the help center's words may be long. */
const MAX_ROWS = 3;

/** The rows below a text: what is wrong with it, else what it has to be. */
interface Under {
  readonly rows: readonly SafeText[];
  readonly isFault: boolean;
}

/** What stands below a text in a box of this inner width; no rows for a field without a rule. */
export function useUnderField(field: Field<unknown>, overlay: FieldOverlay, columns: number): Under {
  // Nothing is wrong with a text before it is begun.
  const isBegun = overlay.draft.text !== '';
  const fault = useWorld(world => overlay.fault ?? (isBegun ? field.check?.(world, overlay) : undefined));
  const rule = useWorld(world => field.rule?.(world, overlay));
  const rowsOf = (text: SafeText | undefined) => (text === undefined ? [] : wrap(text, columns - 2).slice(0, MAX_ROWS));
  const rows = rowsOf(fault ?? rule);
  // A fault in fewer rows than the rule leaves the box where it is.
  const spare = Array.from({ length: Math.max(0, rowsOf(rule).length - rows.length) }, () => t``);
  return { rows: [...rows, ...spare], isFault: fault !== undefined };
}

/** Those rows, in the box that they were wrapped for. */
export function UnderField({ under, columns }: { readonly under: Under; readonly columns: number }) {
  const look = under.isFault ? 'problem' : 'dim';
  return <Lines of={under.rows.map(row => [t` `, paint(look, pad(row, columns - 1))])} />;
}
