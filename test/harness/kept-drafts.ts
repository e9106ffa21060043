import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The drafts that the desk of this environment has on the disk, by conversation id. */
export function keptDrafts(environment: Readonly<Record<string, string>>): Map<number, string> {
  const folder = join(environment.XDG_STATE_HOME!, 'frontdesk');
  const name = readdirSync(folder).find(found => /^desk.*\.json$/.test(found));
  if (name === undefined) return new Map();
  const { drafts } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { drafts: [string, string][] };
  const notes = drafts.filter(([key]) => key.startsWith('note:'));
  return new Map(notes.map(([key, text]) => [Number(key.slice('note:'.length)), text]));
}
