declare module 'vitest' {
  interface TaskMeta {
    /** Why this test, or all tests of this suite, cannot run here. */
    skippedFor?: string;
  }
}

/**
 * The options of a test or a suite that is skipped for a reason, and runs without one (undefined). `skipIf` gives no
 * reason, so the run is refused. The end of a run lists what was skipped.
 */
export function skippedFor(reason: string | undefined): { skip?: true; meta?: { skippedFor: string } } {
  return reason === undefined ? {} : { skip: true, meta: { skippedFor: reason } };
}
