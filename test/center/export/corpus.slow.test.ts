import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mailsOf } from '../../../src/center/export/mails.ts';
import { inMbox } from '../../../src/center/export/mbox.ts';
import { corpusPath, whyNoCorpus } from '../../harness/corpus.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { importMail, type Seen, seeAll } from '../intake/open-intake.ts';
import { openCenter } from '../open-center.ts';
import { answersOf, exportTo, importFrom, openTarget } from './move.ts';

/** Mails of many kinds, in folders of the corpus; those of the project itself are always there. */
const FOLDERS = ['ruby-mail', 'enmime', 'postal-mime', 'imaptest', 'ponymail', 'stalwart-mail-parser'];

async function roundTrip(path: string): Promise<void> {
  const [desk, target] = [await openCenter(), await openTarget()];
  for (const one of [desk, target]) onTestFinished(one.close);
  const { imported } = await importMail(desk.center, [path]);
  expect(imported).toBeGreaterThan(0);
  const folder = temporaryFolder();
  const lines = await exportTo(desk.center, folder);
  expect(await importFrom(target.center, folder)).toMatchObject({ refused: [], unknownAgents: [] });
  expect(await exportTo(target.center, temporaryFolder())).toEqual(lines);
  const words = ['the', 'test', 'attachment', 'ü', 'mail'];
  expect(await answersOf(target, words)).toEqual(await answersOf(desk, words));
}

test('mails of our own come back as they were', () => roundTrip(join(import.meta.dirname, '../../fixtures/mail')));

async function throughMbox(path: string): Promise<void> {
  const [desk, target] = [await openCenter(), await openTarget()];
  for (const one of [desk, target]) onTestFinished(one.close);
  await importMail(desk.center, [path]);
  const before = await seeAll(desk.center);
  const mails: Buffer[] = [];
  for (const { id } of before) for await (const mail of mailsOf(desk.center, id, 'own')) mails.push(inMbox(mail));
  const mbox = join(temporaryFolder(), 'all.mbox');
  writeFileSync(mbox, Buffer.concat(mails));
  expect(await importMail(target.center, [mbox])).toMatchObject({ imported: mails.length, setAside: [] });
  const threads = (all: readonly Seen[]) => all.map(({ texts, contacts }) => JSON.stringify([texts, contacts])).sort();
  expect(threads(await seeAll(target.center))).toEqual(threads(before));
}

test('an mbox of our own mails gives the same threads', () =>
  throughMbox(join(import.meta.dirname, '../../fixtures/mail')));

for (const name of FOLDERS)
  test(`an mbox of the mails of ${name} gives the same threads`, skippedFor(whyNoCorpus(name)), () =>
    throughMbox(corpusPath(name)),
  );

for (const name of FOLDERS)
  test(`the mails of ${name} come back as they were`, skippedFor(whyNoCorpus(name)), () => roundTrip(corpusPath(name)));
