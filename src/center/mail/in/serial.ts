/** Runs one work after the other, in the order of the calls. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs memory-hungry work one after the other: a large mail is committed, or mails are understood. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const turn = last.then(work);
    // The caller gets the failure; the next work does not wait for a success.
    last = turn.catch(() => undefined);
    return turn;
  };
}
