/** The other agents on a conversation, by their ids. */
export interface Present {
  readonly answers: readonly number[];
  readonly reads: readonly number[];
}

/** What is known of the agents who are on conversations now. */
export interface Presence {
  /** The settings want it: the help center is told, and tells. */
  readonly isOn: boolean;
  /** The id of the desk's own stream of events; null while it is not open. */
  readonly streamId: string | null;
  readonly on: ReadonlyMap<number, Present>;
}

/** The presence with what an event told of one conversation. */
export function withPresent(presence: Presence, id: number, present: Present): Presence {
  const on = new Map(presence.on);
  if (present.answers.length + present.reads.length > 0) on.set(id, present);
  else on.delete(id);
  return { ...presence, on };
}
