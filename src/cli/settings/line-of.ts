/** A table of the file: its name, and which one it is of several with this name. */
export interface SettingsTable {
  readonly name: string;
  readonly nth?: number;
}

/** The line of a key, counted from 1; undefined if it is written in a way that this search does not find. */
export function lineOf(text: string, { name: table, nth = 0 }: SettingsTable, key: string): number | undefined {
  let current = '';
  let seen = -1;
  for (const [at, line] of text.split('\n').entries()) {
    const name = /^\s*\[\[?\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.replaceAll('"', '');
    current = name ?? current;
    if (name === table) seen += 1;
    if (name !== undefined && name === (table === '' ? key : `${table}.${key}`)) return at + 1;
    if (name !== undefined && name === table && seen === nth && key === '') return at + 1;
    const isHere = current === table && (table === '' || seen === nth);
    const written = line.split('=', 1)[0]!.replaceAll('"', '').trim();
    if (isHere && (written === key || /^\s*"?([^"=.]*?)"?\s*[.=]/.exec(line)?.[1] === key)) return at + 1;
  }
  return undefined;
}
