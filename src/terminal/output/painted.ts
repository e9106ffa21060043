/** A frame, and the bytes by which a terminal that nothing is known of comes to show it. */
export interface Painting {
  /** As Ink wrote it. */
  readonly frame: string;
  /** All that is written to take the terminal and to draw the frame. */
  readonly bytes: string;
  readonly columns: number;
  readonly rows: number;
}

/** A painting that the terminal was given before there was a stage. */
export interface Painted extends Painting {
  /** When it was written, on the stage's clock. */
  readonly atMs: number;
  /** Calls back when the terminal has taken all of it; at once if it has. */
  readonly onTaken: (done: () => void) => void;
}
