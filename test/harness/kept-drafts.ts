import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What the desks of an environment have on the disk. */
export interface OnDisk {
  readonly drafts: [string, string][];
  readonly pending: { readonly key: string; readonly name: string; readonly state: string }[];
}

/** The folders of the desks of this environment. */
function foldersOf(environment: Readonly<Record<string, string>>): string[] {
  const parent = join(environment.XDG_STATE_HOME!, 'frontdesk');
  const names = existsSync(parent) ? readdirSync(parent).filter(name => /^desk-[0-9a-f]+-[0-9a-f]{8}$/.test(name)) : [];
  return names.map(name => join(parent, name));
}

/** The kept files of the desks of this environment, by the name of their folder. */
export function keptFiles(environment: Readonly<Record<string, string>>): Map<string, OnDisk> {
  const paths = foldersOf(environment).map(folder => [basename(folder), join(folder, 'kept.json')] as const);
  return new Map(
    paths.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, JSON.parse(readFileSync(path, 'utf8'))]),
  );
}

/** The contents of a desk's folder: first what it had taken over and not made its own, then its own. */
function filesIn(folder: string): OnDisk[] {
  const taken = readdirSync(folder).filter(name => name.startsWith('from-'));
  const own = join(folder, 'kept.json');
  return [
    ...taken.flatMap(name => filesIn(join(folder, name))),
    ...(existsSync(own) ? [JSON.parse(readFileSync(own, 'utf8'))] : []),
  ];
}

/** The drafts of notes that the desks of this environment have on the disk, by conversation id. */
export function keptDrafts(environment: Readonly<Record<string, string>>): Map<number, string> {
  const drafts = foldersOf(environment)
    .flatMap(filesIn)
    .flatMap(one => one.drafts);
  const notes = drafts.filter(([key]) => key.startsWith('note:'));
  return new Map(notes.map(([key, text]) => [Number(key.slice('note:'.length)), text]));
}
