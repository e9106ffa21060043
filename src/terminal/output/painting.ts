import { createOutputQueue, type OutputQueueOptions, type Painting } from './queue.ts';
import { type Questions, wayIn } from './way-in.ts';

/** How a painting is drawn: as the stage would that adopts it. */
export type PaintingOptions = Pick<OutputQueueOptions, 'color' | 'pacing' | 'bytesPerSecond'> & Questions;

/** The same bytes that a stage of these options writes first if this frame is its first one. */
export function paintingOf(frame: string, columns: number, rows: number, options: PaintingOptions): Painting {
  let written = '';
  const queue = createOutputQueue(columns, rows, {
    ...options,
    write: bytes => {
      written = bytes;
    },
    now: () => 0,
    setTimer: () => () => {},
  });
  queue.release('outside');
  queue.control(wayIn(options));
  queue.show(frame);
  queue.flush();
  return { frame, bytes: written, columns, rows };
}
