/** The versions that a desk has when it starts. */
export interface KnownAtStart {
  /** The tags of the places that it has, as they came. */
  readonly etags: readonly string[];
  /** It shows the numbers of the views. */
  readonly hasNumbers?: boolean;
  /** The conversation that it shows, with its versions; without one the first of the list is read. */
  readonly thread?: {
    readonly thread: number;
    readonly version: number | undefined;
    readonly messages: number | undefined;
    readonly notes: number | undefined;
  };
}

/** One answer in place of those to the first calls of a desk. */
export interface StartAnswer {
  /** The next call for a list asks for all that a start needs; the calls for the other parts find their answers there. */
  expect(known: KnownAtStart): void;
  /** Whether list and caller were said at one moment: the events after it tell all that changed. */
  isOfOneMoment(): boolean;
  /** The conversation whose messages came with the start; undefined once there may be newer ones. */
  threadAtHand(): number | undefined;
  /** Whether the numbers of the views came with the start, and nothing newer may be there. */
  hasNumbers(): boolean;
}
