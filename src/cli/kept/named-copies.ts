import { join } from 'node:path';
import { peek } from './kept-file.ts';
import { namesIn } from './names.ts';
import type { Sql } from './sqlite-file.ts';

const KEPT_FILE = /^desk-.*\.db$/;
const COPY = /"copy":"([0-9a-f]{32})"/g;

/**
 * The copies of files that drafts and unsent changes of all desks name; undefined if one of their files cannot be read.
 * What can be undone names none: its files were sent.
 */
export function namedCopies(parent: string): ReadonlySet<string> | undefined {
  const named = new Set<string>();
  for (const name of namesIn(parent).filter(one => KEPT_FILE.test(one))) {
    const texts = peek(join(parent, name), textsIn);
    if (texts === undefined) return undefined;
    for (const text of texts) for (const [, copy] of text.matchAll(COPY)) named.add(copy!);
  }
  return named;
}

function textsIn(sql: Sql): readonly string[] {
  return sql(`select value as text from entry where list in ('pending', 'refused')
    union all select text from draft union all select value from strange`)
    .all()
    .map(({ text }) => String(text));
}
