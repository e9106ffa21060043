import { useMemo } from 'react';
import { type GoTarget, panePlaces } from '../../actions/go/places.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useDesk, useWorld } from '../use-world.ts';

/** The places of the inbox pane, with their numbers. */
export function usePlaces(): readonly GoTarget[] {
  const desk = useDesk();
  const inboxes = useWorld(world => world.inboxes);
  const numbers = useWorld(world => world.numbers);
  const savedViews = useWorld(world => world.savedViews);
  return useMemo(
    () => panePlaces({ ...desk.world(), inboxes, numbers, savedViews }),
    [desk, inboxes, numbers, savedViews],
  );
}

/** The number of a place; empty if it is unknown, or on a slow link, where it would change without a key. */
export function useCount(): (place: GoTarget) => SafeText {
  const isFast = useWorld(world => world.link === 'fast');
  return ({ count }) => (isFast && count !== null ? countText(count.number, count.isMore) : t``);
}

/** The other views with their digits and numbers, in a line of at most `room` columns; as many as fit, the first first. */
export function useOtherViews(listed: SafeText, room: number): SafeText {
  const places = usePlaces();
  const countOf = useCount();
  let line = t``;
  for (const place of places.filter(({ kind, title }) => kind === 'view' && title !== listed)) {
    const count = countOf(place);
    const more = t`${line}  ${place.digit} ${place.title}${count && t` ${count}`}`;
    if (width(more) > room) break;
    line = more;
  }
  return line;
}
