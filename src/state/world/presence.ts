/** The other agents on a conversation, by their ids. */
export interface Present {
  readonly answers: readonly number[];
  readonly reads: readonly number[];
}

/** The agents who are on conversations now, as far as known. */
export interface Presence {
  /** The settings want it: the help center gets and sends presence. */
  readonly isOn: boolean;
  /** The id of the desk's own stream of events; null while it is not open. */
  readonly streamId: string | null;
  readonly on: ReadonlyMap<number, Present>;
}

/** The presence after an event about one conversation. */
export function withPresent(presence: Presence, id: number, present: Present): Presence {
  const on = new Map(presence.on);
  if (present.answers.length + present.reads.length > 0) on.set(id, present);
  else on.delete(id);
  return { ...presence, on };
}
