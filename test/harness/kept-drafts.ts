import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a desk has on the disk. */
export interface OnDisk {
  readonly drafts: [string, string][];
  readonly pending: { readonly key: string; readonly name: string; readonly state: string }[];
}

/** Opens a kept file beside the desks that use it. */
export function inFile<T>(path: string, run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    return run(database);
  } finally {
    database.close();
  }
}

/** The desks that keep something in the files of a folder, by the file's name and the desk's id. */
export function keptUnder(folder: string): Map<string, OnDisk> {
  return new Map(pathsUnder(folder).flatMap(path => inFile(path, database => desksIn(database, basename(path)))));
}

function desksIn(database: DatabaseSync, name: string): (readonly [string, OnDisk])[] {
  if (database.prepare("select 1 from sqlite_schema where name = 'desk'").get() === undefined) return [];
  const ids = database.prepare('select id from desk order by seen_at, rowid').all();
  return ids.map(({ id }) => {
    const calls = database.prepare(
      `select request.value from operation, json_each(operation.value, '$.calls') as call,
         json_each(call.value, '$.requests') as request
       where desk = ? and request.value ->> 'state' <> 'refused' order by place, call.key, request.key`,
    );
    const drafts = database.prepare('select key, text from draft where desk = ?').all(id!);
    return [
      `${name}/${id}`,
      {
        pending: calls.all(id!).map(({ value }) => JSON.parse(String(value))),
        drafts: drafts.map(({ key, text }) => [String(key), String(text)]),
      },
    ] as const;
  });
}

function pathsUnder(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => /^desk-.*\.db$/.test(name)) : [];
  return names.map(name => join(folder, name));
}

function stateOf(environment: Readonly<Record<string, string>>): string {
  return join(environment.XDG_STATE_HOME!, 'frontdesk');
}

/** The same for the state folder of an environment. */
function keptFiles(environment: Readonly<Record<string, string>>): Map<string, OnDisk> {
  return keptUnder(stateOf(environment));
}

/** The drafts of notes that the desks of this environment have on the disk, by conversation id. */
export function keptDrafts(environment: Readonly<Record<string, string>>): Map<number, string> {
  const drafts = [...keptFiles(environment).values()].flatMap(one => one.drafts);
  const notes = drafts.filter(([key]) => key.startsWith('note:'));
  return new Map(notes.map(([key, text]) => [Number(key.slice('note:'.length)), text]));
}
