/** Runs `fn` after `ms` milliseconds; gives the function that cancels it. */
export type SetTimer = (fn: () => void, ms: number) => () => void;
