import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseNotes } from '../../bin/build/release-notes.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../harness/guides.ts';
import { VERSIONS } from '../harness/kept-files.ts';

test('release notes are sentences, grouped by what a user notices first', () => {
  const notes = releaseNotes('Release 1.2.0', [
    { subject: 'Compress events', files: ['src/center/http/events/hub.ts', 'test/center/http/events/hub.test.ts'] },
    { subject: 'Snooze conversations (Z)', files: ['src/state/changes/snooze.ts', 'src/actions/index.ts'] },
    { subject: 'Fix crash on very long mails', files: ['src/center/intake/mime/body.ts'] },
    { subject: 'List snoozed conversations', files: ['src/cli/program/conversations.ts', 'src/center/model/list.ts'] },
    { subject: 'Snooze conversations (Z)', files: ['src/ui/panes/list-row.tsx'] },
    { subject: 'Move the outbox into a room of its own', files: ['src/state/outbox/send.ts'] },
    { subject: 'Snooze in the test of a day', files: ['test/scenarios/day.slow.test.ts'] },
  ]);
  expect(notes).toBe(`Release 1.2.0

Fixed:
- Fix crash on very long mails.

In the shell:
- List snoozed conversations.

At the desk:
- Snooze conversations (Z).

In the help center:
- Compress events.

And 2 changes of code, tests and guides.
`);
});

test('release notes of changes that no user notices say only how many there are', () => {
  const one = { subject: 'Test the list', files: ['test/ui/list.test.ts'] };
  expect(releaseNotes('Release 1.2.1', [one])).toBe('Release 1.2.1\n\n1 change of code, tests and guides.\n');
});

/** What numbers of releases, sorted as numbers, look like in a list. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

test('the changelog has the notes of every release, the newest first, and those of a -dev as unreleased', () => {
  const notes = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const told = [...notes.matchAll(/^## (.*)$/gm)].map(([, version]) => version!);
  const kept = readdirSync(VERSIONS).filter(name => /^\d+\.\d+\.\d+$/.test(name));
  const newest = packageJson.version.endsWith('-dev') ? ['Unreleased'] : [];
  expect(told).toEqual([...newest, ...kept.sort(byNumber).reverse()]);
  if (newest.length === 0) expect(told[0]).toBe(packageJson.version);
});
