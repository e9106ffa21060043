/** The database cannot be used; the message says why and what to do, and nothing was changed. */
export class DatabaseRefused extends Error {}

/** There was no answer from where the database should be. */
export class DatabaseUnreachable extends DatabaseRefused {}
