import { lookInto } from './look-into.ts';

/** A name that a person types, and its meaning. */
export interface NameWithHelp {
  readonly value: string;
  readonly help: string;
}

/** The queries for each kind of name: the tables have had these columns from the beginning. */
const QUERIES = {
  inbox: 'select slug as value, name as help from inbox order by sort',
  tag: "select name as value, '' as help from tag order by name",
  agent: 'select email as value, name as help from agent where disabled = 0 order by email',
  status: 'select name as value, kind as help from conversation_status order by id',
} as const;

/** The names of which the help center keeps a list. */
export type NameKind = keyof typeof QUERIES;

/** The names of one kind in a help center's file. Changes nothing, and throws SQLite's error if it cannot be read. */
export function namesInFile(path: string, kind: NameKind, limit: number): readonly NameWithHelp[] {
  const query = `select * from (${QUERIES[kind]}) limit ?`;
  return lookInto(path, database => database.prepare(query).all(limit) as unknown as readonly NameWithHelp[]);
}
