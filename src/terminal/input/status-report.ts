/** "Are you well?" (DSR 5): the terminal answers once it has processed all that was written before. */
export const STATUS_REQUEST = '\x1b[5n';

/** The answer: "I am well." */
export const STATUS_REPORT = '\x1b[0n';
