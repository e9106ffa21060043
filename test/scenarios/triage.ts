import { expect } from 'vitest';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly id: number;
  readonly title: string;
  readonly archived: boolean;
  readonly tags: readonly string[];
  readonly status: string;
  readonly assign_to: number | null;
  readonly note_count: number;
  readonly message_count: number;
}

/** Imports the mail twice; the second time it is all known. Fails if a mail is neither in nor set aside. */
export async function importTwice(path: string, count: number): Promise<Backstage> {
  const backstage = await openBackstage();
  const args = ['--json', '--status', 'open', '--database', backstage.database, path];
  const importAll = () => JSON.parse(backstage.shell('import', ...args));
  const told = importAll();
  const unread = told.setAside.filter(({ reason }: { reason: string }) => !reason.includes('not a mail'));
  expect(told.read).toBe(told.imported + told.doubles + unread.length);
  expect(told.imported + told.doubles).toBe(count);
  expect(importAll()).toMatchObject({ imported: 0, doubles: count });
  return backstage;
}

/** Archives the first open conversation, takes the second, tags and closes the next two, notes on the fifth. */
export async function triage(backstage: Backstage): Promise<void> {
  const desk = await openDesk(backstage);
  const [first, second, third, fourth, fifth] = await backstage.ask<Held[]>('GET', '/conversations?status=open');
  await desk.sees(`${first!.id} `);
  desk.press('conversation.archive');
  await desk.sees(`Archived #${first!.id}`);
  desk.press('conversation.assign-me');
  await desk.sees(`Assigned #${second!.id}`);
  desk.press('cursor.down', 'list.mark', 'list.mark');
  await desk.sees('2 marked');
  desk.press('conversation.tag');
  await desk.sees('Enter on or off');
  desk.type('3gpp');
  await desk.sees('new tag');
  desk.press('enter', 'esc', 'conversation.close');
  await desk.sees('Closed 2');
  desk.press('note.write');
  await desk.sees('NOTE · agents only');
  desk.type('Seen by the desk.');
  desk.press('ctrl-d');
  await desk.sees(`Noted on #${fifth!.id}`);
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });

  const held = (id: number) => backstage.ask<Held>('GET', `/conversations/${id}`);
  expect(await held(first!.id)).toMatchObject({ archived: true });
  expect((await held(second!.id)).assign_to).not.toBe(null);
  for (const { id } of [third!, fourth!]) expect(await held(id)).toMatchObject({ tags: ['3gpp'], status: 'closed' });
  expect(await held(fifth!.id)).toMatchObject({ note_count: 1, archived: false, status: 'open' });
}

/** Imports a folder of mail: each mail is in, or set aside with its reason, and is known the second time. */
export async function importOrSetAside(path: string): Promise<void> {
  const backstage = await openBackstage();
  const importAll = () => JSON.parse(backstage.shell('import', '--json', '--database', backstage.database, path));
  const told = importAll();
  expect(told.read).toBeGreaterThan(0);
  for (const { source, reason } of told.setAside) {
    expect(source).toContain(path);
    expect(reason).toMatch(/\w+ \w+/);
  }
  expect(importAll().imported).toBe(0);
}
