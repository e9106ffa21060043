import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keysFor } from '../harness/key-names.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { graftedMails, hostileStrings } from './grafts.ts';
import type { Material } from './material.ts';
import { type Backstage, openBackstageIn } from './open-desk.ts';
import type { Shown } from './show-hostile-mail.ts';
import { END_OF_THREAD, overhear, pressed, walkAll } from './walk.ts';

const SIZE = { columns: 150, rows: 45 };
/** How much of what there is is looked at: all, or a part that is spread over all of it. */
const WHOLE = { files: Number.POSITIVE_INFINITY, grafts: Number.POSITIVE_INFINITY, strings: 400, pages: 400 } as const;
const PART = { files: 20, grafts: 16, strings: 6, pages: 2 } as const;

/** Takes every `step`th: a part that has something of everything. */
function partOf<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : all.filter((_, index) => index % Math.ceil(all.length / most) === 0);
}

/** Asks for something that the service may find unfit (a control character in a name): then nothing was grafted. */
async function tryTo(backstage: Backstage, path: string, body: unknown): Promise<number | undefined> {
  try {
    return (await backstage.ask<{ id: number }>('POST', path, body))?.id;
  } catch (error) {
    expect(String(error)).toMatch(/: 4\d\d /);
    return undefined;
  }
}

async function graftByService(backstage: Backstage, all: readonly Buffer[], count: number): Promise<void> {
  const names = hostileStrings(all, count, 60);
  const titles = hostileStrings(all, count, 250).toReversed();
  const texts = hostileStrings(all, count, 3_000);
  for (const [index, name] of names.entries()) {
    if (index % 10 === 0) {
      await tryTo(backstage, '/inboxes', { name });
      await tryTo(backstage, '/conversation_statuses', { name: name.slice(0, 30) });
      const agent = { name, email: `agent${index}@shop.example`, password: 'long enough to keep' };
      await tryTo(backstage, '/agents', agent);
    }
    const contact = await tryTo(backstage, '/contacts', { name, email: `graft${index}@customer.example` });
    const tags = [name.slice(0, 20), names[count - 1 - index]!.slice(0, 30)];
    const contacts = contact === undefined ? [] : [contact];
    const title = titles[index]!;
    const id =
      (await tryTo(backstage, '/conversations', { title, contacts, tags })) ??
      (await tryTo(backstage, '/conversations', { title, contacts }));
    if (id === undefined) continue;
    await tryTo(backstage, `/conversations/${id}/messages`, { body_text: texts[index] });
    await tryTo(backstage, `/conversations/${id}/notes`, { details: texts[count - 1 - index] });
  }
}

/** Ids are consecutive; this many missing ones in a row are the end. */
const MOST_MISSING = 50;

/** Writes a last note on each conversation, to know its end on the screen. Returns the number of conversations. */
async function markEnds(backstage: Backstage): Promise<number> {
  let count = 0;
  for (let [id, missing] = [1, 0]; missing < MOST_MISSING; id += 1) {
    const note = await tryTo(backstage, `/conversations/${id}/notes`, { details: END_OF_THREAD });
    missing = note === undefined ? missing + 1 : 0;
    if (note !== undefined) count += 1;
  }
  return count;
}

/** The places that show names and tags beside the thread: overlays, history, inboxes, the palette. */
async function lookEverywhere(desk: ReturnType<typeof openTerminal>, heard: ReturnType<typeof overhear>) {
  for (const key of [
    'conversation.assign',
    'conversation.tag',
    'conversation.untag',
    'conversation.status',
    'conversation.move',
    'conversation.merge',
    'conversation.title',
    'note.write',
    'palette',
    'help',
    'contact.add',
  ]) {
    await pressed(desk, heard, key);
    await pressed(desk, heard, 'down', 40);
    await pressed(desk, heard, 'esc');
  }
  const places = ['detail.history', 'detail.notes', 'detail.thread', 'pane.left', 'pane.left', 'pgdn', 'enter'];
  for (const key of [...places, 'list.filter', 'esc'].flatMap(keysFor)) await pressed(desk, heard, key);
}

export interface MaterialOptions {
  readonly material: Material;
  /** The folder to write in. */
  readonly folder: string;
  readonly isWhole: boolean;
  /** Called now and then with the number of conversations seen so far. */
  readonly progress?: (seen: number) => void;
}

/** Imports the material and mails grafted from it, and looks at all; fails on a control sequence not made by the desk. */
export async function showMaterial({ material, folder, isWhole, progress }: MaterialOptions): Promise<Shown> {
  const part = isWhole ? WHOLE : PART;
  mkdirSync(folder, { recursive: true });
  const backstage = await openBackstageIn(folder);
  const grafted = join(folder, 'grafted');
  mkdirSync(grafted);
  for (const [index, mail] of partOf(graftedMails(material.texts), part.grafts).entries())
    writeFileSync(join(grafted, `${index}.eml`), mail);
  const mails = [grafted, ...partOf(material.files, part.files)];
  backstage.shell('import', '--status', 'open', '--database', backstage.database, ...mails);
  await graftByService(backstage, material.texts, part.strings);
  const held = await markEnds(backstage);

  const heard = overhear();
  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, '--database', backstage.database, '--link', 'fast', '--layout', 'beside'],
    env: backstage.environment,
    ...SIZE,
    onOutput: heard.onOutput,
  });
  try {
    await desk.sees('Unresolved');
    await desk.settled();
    const seen = await walkAll(desk, heard, { ...SIZE, pages: part.pages, progress });
    expect(seen.size).toBe(held);
    await lookEverywhere(desk, heard);
    heard.expectOwnWordsOnly();
    return { conversations: seen.size, bytes: heard.bytes() };
  } finally {
    desk.close();
    await backstage.close();
  }
}
