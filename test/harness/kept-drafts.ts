import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the desks of an environment have on the disk. */
export interface OnDisk {
  readonly drafts: [string, string][];
  readonly pending: { readonly key: string; readonly name: string; readonly state: string }[];
}

/** The kept files of the desks of this environment, by the name of their folder. */
export function keptFiles(environment: Readonly<Record<string, string>>): Map<string, OnDisk> {
  const folder = join(environment.XDG_STATE_HOME!, 'frontdesk');
  const names = existsSync(folder) ? readdirSync(folder).filter(name => /^desk-[0-9a-f]+-[0-9a-f]{8}$/.test(name)) : [];
  const paths = names.map(name => [name, join(folder, name, 'kept.json')] as const);
  return new Map(
    paths.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, JSON.parse(readFileSync(path, 'utf8'))]),
  );
}

/** The drafts of notes that the desks of this environment have on the disk, by conversation id. */
export function keptDrafts(environment: Readonly<Record<string, string>>): Map<number, string> {
  const drafts = [...keptFiles(environment).values()].flatMap(one => one.drafts);
  const notes = drafts.filter(([key]) => key.startsWith('note:'));
  return new Map(notes.map(([key, text]) => [Number(key.slice('note:'.length)), text]));
}
