import { join } from 'node:path';
import type { DraftField } from '../../state/world/draft-kinds.ts';
import type { DraftKey } from '../../state/world.ts';
import { isDamaged, peek } from './kept-file.ts';
import { isKeptName, namesInFolder } from './names.ts';
import { type KeptAgent, type Owner, ownerOf } from './owner.ts';
import { type DeskRow, fieldOfRow } from './rows.ts';
import type { PrepareSql } from './sqlite-file.ts';

/** Another desk in a file: its row, and how much it keeps. */
export interface OtherDesk extends DeskRow {
  /** The number of its signs of life. */
  readonly beat: number;
  readonly changes: number;
  readonly drafts: number;
}

/** The changes of the operations `o` that are kept: those of each call; version 0.1.0 kept them beside the calls. */
function requests(where = ''): string {
  return `(select request.value
    from operation as o, json_each(o.value, '$.calls') as call, json_each(call.value, '$.requests') as request ${where}
  union all select request.value from operation as o, json_each(o.value, '$.requests') as request ${where})`;
}

/**
 * The desks of a file except this one, the one first that was seen last longest ago. A part of a draft (`reply-to`) is not a
 * draft of its own.
 */
export function desksIn(sql: PrepareSql, own = ''): readonly OtherDesk[] {
  return sql(`select id, mark, terminal, seen_at as seenAt, beat,
      (select count(*) from ${requests('where o.desk = d.id')}
        where value ->> 'state' <> 'refused' and value ->> 'by' is not 'desk') as changes,
      (select count(*) from draft where desk = d.id and key not like '%-%:%') as drafts
    from desk d where id <> ? order by seen_at, id`).all(own) as unknown as readonly OtherDesk[];
}

/** A field of a draft of another desk, as its row has it. */
interface OtherDraft {
  readonly desk: string;
  readonly key: DraftKey;
  readonly field: DraftField;
  readonly text: string;
  readonly terminal: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/** The texts in the drafts of the other desks, the oldest first. */
export function draftsIn(sql: PrepareSql, own: string): readonly OtherDraft[] {
  const rows = sql(`select desk, key as row, text, terminal, begun_at as begunAt
    from draft join desk on desk = id where desk <> ? order by begun_at`).all(own);
  return (rows as unknown as readonly (OtherDraft & { readonly row: string })[]).map(({ row, ...others }) => {
    const [key, field] = fieldOfRow(row);
    return { ...others, key, field };
  });
}

/** The file of another owner, as it is now. */
export interface OtherFile {
  readonly path: string;
  readonly owner: Owner;
  readonly desks: readonly OtherDesk[];
}

/** The files at a help center except this one. A file that cannot be read is left out. */
export function otherFiles(parent: string, prefix: string, own = ''): readonly OtherFile[] {
  return keptPaths(parent, prefix)
    .filter(path => path !== own)
    .flatMap(path => peek(path, sql => ownersDesks(path, sql)) ?? []);
}

/** The unreadable files at a help center: unsent changes may be in them. */
export function unreadableFiles(parent: string, prefix: string): readonly string[] {
  return keptPaths(parent, prefix).filter(isDamaged);
}

function keptPaths(parent: string, prefix: string): readonly string[] {
  return namesInFolder(parent)
    .filter(name => isKeptName(name, prefix))
    .map(name => join(parent, name));
}

/** None of a file that is being made: its owner comes first. */
function ownersDesks(path: string, sql: PrepareSql): readonly OtherFile[] {
  const row = sql('select value from owner').get();
  return row ? [{ path, owner: JSON.parse(String(row.value)) as Owner, desks: desksIn(sql) }] : [];
}

const KEPT_FILE = /^desk-.*\.db$/;
/** Also in JSON that is a text of JSON. */
const COPY = /\\*"copy\\*":\\*"([0-9a-f]{32})\\*"/g;

/**
 * The copies of files that drafts and unsent changes of all desks name; undefined if one of their files cannot be read.
 * Acts that can be undone name none: their files were sent.
 */
export function namedCopies(parent: string): ReadonlySet<string> | undefined {
  const named = new Set<string>();
  for (const name of namesInFolder(parent).filter(one => KEPT_FILE.test(one))) {
    const texts = peek(join(parent, name), textsIn);
    if (texts === undefined) return undefined;
    for (const text of texts) for (const [, copy] of text.matchAll(COPY)) named.add(copy!);
  }
  return named;
}

function textsIn(sql: PrepareSql): readonly string[] {
  return sql(`select value as text from ${requests()}
    union all select text from draft union all select value from strange
    union all select place from desk union all select value from place`)
    .all()
    .map(({ text }) => String(text));
}

/** The agent whose token this was when it was last used here; null if it was not. */
export function agentByToken(parent: string, prefix: string, token: string): KeptAgent | null {
  const hash = tokenHash(prefix, token);
  const owners = namesInFolder(parent)
    .filter(name => isKeptName(name, prefix))
    .flatMap(name => {
      const find = 'select value from owner where exists (select 1 from token where hash = ?)';
      const row = peek(join(parent, name), sql => sql(find).get(hash));
      return row ? [JSON.parse(String(row.value)) as Owner] : [];
    });
  const [owner] = owners;
  return owners.length === 1 && owner && 'agent' in owner ? owner.agent : null;
}

/** A token as it is recorded. */
export function tokenHash(prefix: string, token: string): string {
  const owner = ownerOf({ agent: null, token }, prefix);
  return 'hash' in owner ? owner.hash : '';
}
