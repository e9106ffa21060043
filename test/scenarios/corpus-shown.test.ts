import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { corpusFiles, graftedMails, hasCorpus, hostileStrings } from './grafts.ts';
import { type Backstage, openBackstage } from './open-desk.ts';
import { END_OF_THREAD, overhear, pressed, walkAll } from './walk.ts';

/** All of the corpus takes minutes; the suite looks at a part that is spread over all of it. */
const isFull = process.env.FRONTDESK_FULL === '1';
const SIZE = { columns: 150, rows: 45 };
const PART = { files: 26, grafts: 26, strings: 8 } as const;

/** Takes every `step`th: a part that has something of everything. */
const partOf = <T>(all: readonly T[], most: number): readonly T[] =>
  isFull || all.length <= most ? all : all.filter((_, index) => index % Math.ceil(all.length / most) === 0);

/** Asks for something that the service may find unfit (a control character in a name): then nothing was grafted. */
const tryTo = async (backstage: Backstage, path: string, body: unknown): Promise<number | undefined> => {
  try {
    return (await backstage.ask<{ id: number }>('POST', path, body))?.id;
  } catch (error) {
    expect(String(error)).toMatch(/: 4\d\d /);
    return undefined;
  }
};

const graftByService = async (backstage: Backstage, count: number): Promise<void> => {
  const names = hostileStrings(count, 60);
  const titles = hostileStrings(count, 250).toReversed();
  const texts = hostileStrings(count, 3_000);
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
};

/** Ids are given in a row; so many missing ones in a row are the end. */
const MOST_MISSING = 50;

/** A last note on each, so that whoever reads knows the end when it is there. Gives how many there are. */
const markEnds = async (backstage: Backstage): Promise<number> => {
  let count = 0;
  for (let [id, missing] = [1, 0]; missing < MOST_MISSING; id += 1) {
    const note = await tryTo(backstage, `/conversations/${id}/notes`, { details: END_OF_THREAD });
    missing = note === undefined ? missing + 1 : 0;
    if (note !== undefined) count += 1;
  }
  return count;
};

test.skipIf(!hasCorpus)(
  'all of the corpus is shown, and no control sequence reaches the terminal that the desk did not make',
  { timeout: isFull ? 3_600_000 : 60_000 },
  async () => {
    const backstage = await openBackstage();
    const folder = join(temporaryFolder(), 'mails');
    mkdirSync(folder);
    for (const [index, mail] of partOf(graftedMails(), PART.grafts).entries())
      writeFileSync(join(folder, `${index}.eml`), mail);
    backstage.shell('import', '--database', backstage.database, folder, ...partOf(corpusFiles(), PART.files));
    await graftByService(backstage, isFull ? 400 : PART.strings);
    const held = await markEnds(backstage);

    const heard = overhear();
    const desk = openTerminal({
      command: process.execPath,
      args: [launcher, '--database', backstage.database, '--link', 'fast'],
      env: backstage.environment,
      ...SIZE,
      onOutput: heard.onOutput,
    });
    await desk.sees('All open', { within: 10_000 });
    await desk.settled();
    const seen = await walkAll(desk, heard, { ...SIZE, pages: isFull ? 400 : 2 });
    expect(seen.size).toBe(held);
    await lookEverywhere(desk, heard);
    heard.expectOwnWordsOnly();
    if (isFull) process.stdout.write(`shown: ${seen.size} conversations, ${heard.bytes()} bytes\n`);
  },
);

/** The places that show names and tags beside the thread: overlays, history, inboxes, the palette. */
const lookEverywhere = async (desk: ReturnType<typeof openTerminal>, heard: ReturnType<typeof overhear>) => {
  for (const key of ['a', 't', 'T', 's', 'v', 'm', '=', 'n', ':', '?', '+']) {
    await pressed(desk, heard, key);
    await pressed(desk, heard, 'down', 40);
    await pressed(desk, heard, 'esc');
  }
  for (const key of ['g', 'h', 'g', 'n', 'g', 'l', 'h', 'h', 'pgdn', 'enter', '/', 'esc'])
    await pressed(desk, heard, key);
};
