/** Waits for `work` so long at most; then rejects with `late`, while the work goes on. */
export async function within<T>(
  limitMs: number,
  work: Promise<T> | T,
  late: () => Error = () => new Error(`no answer in ${limitMs} ms`),
): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), limitMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
