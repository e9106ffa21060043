import type { OpenBox } from '../state/world/open-box.ts';
import type { World } from '../state/world.ts';

/** The view for the functions of a box. */
export interface BoxView<Data, Extra = undefined> {
  readonly world: World;
  readonly targets: readonly number[];
  /** The data with which the flow asked the box. */
  readonly data: Data;
  /** The data that the box has read since it opened; undefined until then. */
  readonly extra: Extra | undefined;
  readonly open: OpenBox;
}
