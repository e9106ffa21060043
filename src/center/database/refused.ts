/** The database cannot be used; the message gives the reason and the remedy, and nothing was changed. */
export class DatabaseRefused extends Error {}

/** There was no answer from the place of the database. */
export class DatabaseUnreachable extends DatabaseRefused {}
