import type { ApiError } from '../../client/api-error.ts';

/** The result of a call, or its expected failure. Other errors are thrown on. */
export type Attempt<T> = { readonly value: T } | { readonly error: ApiError };

/** An expected failure of a call, recognised by its name: only the client's types are known here. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Waits for a call. An expected failure is returned as a value, so that every caller has to look at it. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await call };
  } catch (error) {
    if (isApiError(error)) return { error };
    throw error;
  }
}

/**
 * The wait after a number of failures in a row, in milliseconds: `firstMs`, doubled at each further one up to `lastMs`.
 */
export function waitAfter(failures: number, firstMs: number, lastMs: number): number {
  return Math.min(lastMs, firstMs * 2 ** (failures - 1));
}
