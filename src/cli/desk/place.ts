import { actions } from '../../actions/index.ts';
import { reopen } from '../../keys/reopen.ts';
import type { Desk } from '../../state/desk.ts';
import { type Place, readPlace } from '../../state/kept/place.ts';
import { keepPlace, type PlaceKeeper } from '../../state/place/keep.ts';
import { resumePlace } from '../../state/place/resume.ts';
import { elsewhere, withPlace } from '../../state/place/world-place.ts';
import { openList } from '../../state/sync/list.ts';
import type { KeptDesk } from '../kept/desk.ts';

/** The place of a desk, from the one before it to the next. */
export interface DeskPlace {
  /** Resolves when everything that ended desks left is here. */
  readonly inherited: Promise<void>;
  /** It is not known yet which list the agent had open; `inherited` says it. */
  readonly isAwaited: boolean;
  /** Opens the boxes, if all drafts are here, and keeps the place from now on. */
  open(): void;
  /** Reads the data beside the list; opens boxes that could not be opened before. Resolves when that is read. */
  resume(): Promise<void>;
  /** Saves it now. */
  save(): void;
  /** The desk has failed: the next one opens no box, because it could fail again. */
  distrust(): void;
}

interface PlaceFlags {
  readonly readOnly?: boolean | undefined;
  /** The list that the agent asks for: the place’s own gives way to it. */
  readonly view?: string | undefined;
  /** No box is visible: the lines of a script are not for it. */
  readonly opensNoBox?: boolean;
}

/** Goes to the place of the agent’s last desk, and takes over the rest of ended desks. */
export function createDeskPlace(desk: Desk, kept: KeptDesk, { readOnly, view, opensNoBox }: PlaceFlags): DeskPlace {
  const isListAsked = view !== undefined;
  let place: Place | undefined;
  let keeper: PlaceKeeper | undefined;
  let isHere = false;
  const goTo = (left: unknown): void => {
    const found = readPlace(left);
    // A desk that did not learn its agent in time has gone to another place.
    if (!found || desk.world().list.asOf !== null) return;
    place = isListAsked ? elsewhere(found) : found;
    desk.storage.savePlace(place);
    const { loading, problem } = desk.world().list;
    desk.set(withPlace(desk.world(), place));
    const isReading = loading !== 'no' || problem !== null;
    if (isReading && !isListAsked) void openList(desk, place.query);
  };
  const open = (): void => {
    if (place && !opensNoBox) reopen(desk, place.boxes, actions);
    keeper = keepPlace(desk);
  };
  const resume = async (): Promise<void> => {
    if (place) await resumePlace(desk, place);
  };
  goTo(kept.takePlace());
  const inherited = kept.begin(readOnly).then(() => {
    isHere = true;
    if (kept.isStrange) goTo(kept.takePlace());
  });
  return {
    inherited,
    isAwaited: kept.isStrange,
    open: () => {
      if (isHere) open();
    },
    resume: () => (keeper ? resume() : inherited.then(open).then(resume)),
    save: () => keeper?.save(),
    distrust: () => keeper?.distrust(),
  };
}
