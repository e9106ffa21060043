import type { ApiError } from '../client/api-error.ts';

/** What a call gave, or its expected failure. Mistakes of the program are thrown on. */
export type Attempt<T> = { readonly value: T } | { readonly error: ApiError };

/** An expected failure of a call. Known by its name: only the type of the client is known here. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Waits for a call. An expected failure is a value, so that every caller has to look at it. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await call };
  } catch (error) {
    if (isApiError(error)) return { error };
    throw error;
  }
}
