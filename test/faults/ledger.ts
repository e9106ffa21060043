import { equal, ok } from 'node:assert/strict';
import type { TestDatabase } from './test-database.ts';

type Kind = 'conversation' | 'message' | 'note' | 'attachment' | 'title' | 'move' | 'merge' | 'next';

/** The answers to callers: each write by a text that occurs nowhere else; `next` by the id of the agent who took it. */
export interface Ledger {
  /** The service confirmed it; `id` is the new resource, for a merge the source, for `next` the conversation. */
  done(kind: Kind, text: string, id: number): void;
  /** The service refused it. */
  refused(kind: Kind, text: string): void;
  readonly size: number;
  /** How many of a kind were done. */
  number(kind: Kind): number;
  /** Throws unless all that was done is there once, and nothing that was refused. */
  check(database: TestDatabase): Promise<void>;
}

interface Entry {
  readonly kind: Kind;
  readonly text: string;
  readonly id: number;
}

function idsBy<Row>(rows: readonly Row[], text: (row: Row) => string, id: (row: Row) => number) {
  const found = new Map<string, number[]>();
  for (const row of rows) found.set(text(row), [...(found.get(text(row)) ?? []), id(row)]);
  return found;
}

async function titlesIn(database: TestDatabase, event: string) {
  return idsBy(
    await database.query<{ conversation_id: number; changes: string }>(
      `select conversation_id, changes from history where event = '${event}' order by id`,
    ),
    row => JSON.parse(row.changes).title.to,
    row => row.conversation_id,
  );
}

/** To whom each conversation was assigned, in order. */
async function assignedIn(database: TestDatabase) {
  return idsBy(
    await database.query<{ conversation_id: number; changes: string }>(
      `select conversation_id, changes from history where event = 'assignee.updated' order by id`,
    ),
    row => String(row.conversation_id),
    row => JSON.parse(row.changes).assign_to.to,
  );
}

async function readAll(database: TestDatabase) {
  const messages = await database.query<{ id: number; body_text: string }>('select id, body_text from message');
  const notes = await database.query<{ id: number; details: string }>('select id, details from note');
  const files = await database.query<{ id: number; name: string }>('select id, name from attachment');
  const merged = await database.query<{ id: number }>('select id from conversation where merged_into is not null');
  const titles = await titlesIn(database, 'title.updated');
  return {
    message: idsBy(
      messages,
      row => row.body_text,
      row => row.id,
    ),
    note: idsBy(
      notes,
      row => row.details,
      row => row.id,
    ),
    attachment: idsBy(
      files,
      row => row.name,
      row => row.id,
    ),
    conversation: await titlesIn(database, 'conversation.created'),
    title: titles,
    move: titles,
    assigned: await assignedIn(database),
    merged: new Set(merged.map(row => row.id)),
  };
}

export function createLedger(): Ledger {
  const done: Entry[] = [];
  const refused: Omit<Entry, 'id'>[] = [];
  return {
    done: (kind, text, id) => done.push({ kind, text, id }),
    refused: (kind, text) => refused.push({ kind, text }),
    get size() {
      return done.length;
    },
    number: wanted => done.filter(({ kind }) => kind === wanted).length,
    check: async database => {
      const found = await readAll(database);
      for (const { kind, text, id } of done)
        if (kind === 'merge') ok(found.merged.has(id), `the acknowledged merge of ${id} is lost`);
        else if (kind === 'next') equal(String(found.assigned.get(String(id))), text, `the taking of ${id}`);
        else equal(String(found[kind].get(text)), String(id), `the acknowledged ${kind} ${text}`);
      for (const { kind, text } of refused)
        if (kind !== 'merge' && kind !== 'next')
          equal(found[kind].get(text), undefined, `the refused ${kind} ${text} was done`);
    },
  };
}
