import { PROGRAM_ID } from '../kept/newer-form.ts';

/** Increased when the tables or the forms in them change: a file of an older version is thrown away. */
export const CACHE_SCHEMA_VERSION = 1;

/**
 * The tables of a cache.
 *
 * - `conversation`: as the help center last returned it. `at`: its last message. `used_day`: the day, counted from
 *   1970, on which it was last returned or opened; the least recently used goes first.
 * - `thread`: the parts of it that were read.
 * - `list`: by query, which conversations in what order.
 * - `place`: the inboxes, the agents and the like, by name.
 */
export const CACHE_SCHEMA = `
begin immediate;
create table conversation (
  id integer primary key,
  value text not null,
  at integer not null,
  inbox_id integer,
  used_day integer not null
) strict;
create index conversation_at on conversation (at);
create index conversation_inbox on conversation (inbox_id);
create index conversation_used on conversation (used_day, at);
create table thread (id integer primary key, value text not null) strict;
create table list (key text primary key, value text not null, used_day integer not null) strict, without rowid;
create table place (name text primary key, value text not null) strict, without rowid;
pragma user_version = ${CACHE_SCHEMA_VERSION};
pragma application_id = ${PROGRAM_ID};
commit;
`;
