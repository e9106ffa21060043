import type { Desk } from '../desk.ts';
import { type Presence, type Present, withPresent } from '../world/presence.ts';
import type { EventsReader } from './event-stream.ts';

/** The other agents of whom one stream of events tells. */
interface Showing {
  /** The presence that the stream is asked for: none if the settings say so, over a slow link only answering agents. */
  readonly wanted: Pick<EventsReader, 'presence'>;
  /** The link has become slow, and the stream has more than is wanted over one: it should be reopened. */
  readonly slowed: AbortSignal;
  begin(streamId: string | null): void;
  show(present: Present & { readonly id: number }): void;
  /** The stream has ended: its data may no longer be true. */
  end(): void;
}

/** Keeps one stream's presence of other agents in the world. */
export function showPresence(desk: Desk): Showing {
  const { presence, link } = desk.world();
  const isWhole = presence.isOn && link === 'fast';
  const slowed = new AbortController();
  const unsubscribe = desk.store.subscribe(world => {
    if (isWhole && world.link === 'slow') slowed.abort();
  });
  const put = (more: Partial<Presence>): void => desk.set({ presence: { ...desk.world().presence, ...more } });
  return {
    wanted: presence.isOn ? { presence: isWhole ? 'reads' : 'answers' } : {},
    slowed: slowed.signal,
    begin: streamId => {
      if (presence.isOn) put({ streamId, on: new Map() });
    },
    show: ({ id, ...present }) => desk.set({ presence: withPresent(desk.world().presence, id, present) }),
    end: () => {
      unsubscribe();
      if (desk.world().presence.streamId !== null) put({ streamId: null, on: new Map() });
    },
  };
}
