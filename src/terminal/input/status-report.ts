/** "Are you well?" (DSR 5): the terminal answers after it has processed everything written before. */
export const STATUS_REQUEST = '\x1b[5n';

/** The answer: "I am well." */
export const STATUS_REPORT = '\x1b[0n';
