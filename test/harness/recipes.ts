import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A piece of code that a recipe adds to a file. */
export interface Block {
  readonly file: string;
  /** The line after which it goes; undefined if it is a whole new file. */
  readonly after: string | undefined;
  readonly code: string;
}

/** The blocks of each recipe of a guide, by the recipe's heading. A block's first line names its place. */
export function recipesIn(guide: string): ReadonlyMap<string, readonly Block[]> {
  const [, ...parts] = guide.slice(guide.indexOf('\n## Recipes\n')).split('\n### ');
  return new Map(parts.map(part => [part.slice(0, part.indexOf('\n')), blocksIn(part)]));
}

function blocksIn(part: string): Block[] {
  return [...part.matchAll(/^( *)```ts\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', inner = '']) => {
    const [head = '', ...lines] = inner.split('\n').map(line => line.slice(indent.length));
    const [, file, after] = /^\/\/ ([\w./-]+)(?:, after: (.+))?$/.exec(head) ?? [];
    if (file === undefined) throw new Error(`A block of the recipes does not say where it goes: ${head}`);
    return { file, after, code: lines.join('\n').trimEnd() };
  });
}

/** Adds a block to its file in a copy of the project, indented to fit. Throws unless its place is exactly one line. */
export function follow(tree: string, { file, after, code }: Block): void {
  const path = join(tree, file);
  if (after === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${code}\n`, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((line, index) => (line.trim() === after ? [index] : []));
  if (places.length !== 1) throw new Error(`${file} has ${places.length} lines that are: ${after}`);
  const [indent = ''] = /^ */.exec(lines[places[0]!]!) ?? [];
  const inner = /[{[(]$/.test(after) ? `${indent}  ` : indent;
  lines.splice(places[0]! + 1, 0, code.replace(/^(?=.)/gm, inner));
  writeFileSync(path, lines.join('\n'));
}
