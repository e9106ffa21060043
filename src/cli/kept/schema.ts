import { PROGRAM_ID } from './newer-form.ts';

/** Increased when the tables change. */
export const SCHEMA_VERSION = 3;

/**
 * The tables of a kept file.
 *
 * - `desk`: every desk that keeps something here. `mark` says which process it is, and is empty after it ended normally;
 *   `beat` counts its signs of life, the last one at `seen_at`. `place` is what it has open.
 * - `operation`: what the agent did, in order of `place`. The desk of an operation is the only one that sends its calls.
 * - `draft`: `sent` says that another desk has sent the beginning of it, and when.
 * - `epoch`: the epoch of the help center in which a desk kept what it keeps; without a row, before any restore.
 * - `source`: what was brought here from other files, by name, so that it is brought once.
 * - `place`: what ended desks had open, after another desk took over the rest: for the next desk that starts.
 * - `token`: the hashes of this agent's tokens, so that a desk finds the file before the help center says who calls.
 * - `strange`: changes that this version does not know.
 */
export const SCHEMA = `
begin immediate;
create table if not exists owner (value text not null);
create table if not exists desk (
  id text primary key,
  mark text not null,
  terminal text not null,
  beat integer not null,
  seen_at integer not null,
  place text
) strict;
create table if not exists operation (
  desk text not null references desk on delete cascade,
  id text not null,
  place integer not null,
  value text not null,
  primary key (desk, id)
) strict, without rowid;
create table if not exists draft (
  desk text not null references desk on delete cascade,
  key text not null,
  text text not null,
  begun_at integer not null,
  sent text,
  primary key (desk, key)
) strict, without rowid;
create table if not exists epoch (
  desk text primary key references desk on delete cascade,
  value text not null
) strict, without rowid;
create table if not exists source (name text primary key) strict, without rowid;
create table if not exists place (value text not null, seen_at integer not null) strict;
create table if not exists token (hash text primary key) strict, without rowid;
create table if not exists strange (value text not null) strict;
pragma user_version = ${SCHEMA_VERSION};
pragma application_id = ${PROGRAM_ID};
commit;
`;
