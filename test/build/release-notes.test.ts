import { expect, test } from 'vitest';
import { firstReleaseNotes, releaseNotes } from '../../bin/build/release-notes.ts';

test('release notes are sentences, grouped by what a user notices first', () => {
  const notes = releaseNotes('frontdesk 1.2.0', [
    { subject: 'Compress events', files: ['src/center/http/events/hub.ts', 'test/center/http/events/hub.test.ts'] },
    { subject: 'Snooze conversations (Z)', files: ['src/state/changes/snooze.ts', 'src/actions/index.ts'] },
    { subject: 'Fix crash on very long mails', files: ['src/center/intake/mime/body.ts'] },
    { subject: 'List snoozed conversations', files: ['src/cli/program/conversations.ts', 'src/center/model/list.ts'] },
    { subject: 'Snooze conversations (Z)', files: ['src/ui/panes/list-row.tsx'] },
    { subject: 'Move the outbox into a room of its own', files: ['src/state/outbox/send.ts'] },
    { subject: 'Snooze in the test of a day', files: ['test/scenarios/day.test.ts'] },
  ]);
  expect(notes).toBe(`frontdesk 1.2.0

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
  expect(releaseNotes('frontdesk 1.2.1', [one])).toBe('frontdesk 1.2.1\n\n1 change of code, tests and guides.\n');
});

test('the notes of the first release say what it is, and how a database from before it is opened', () => {
  const notes = firstReleaseNotes('frontdesk 0.1.0');
  expect(notes).toMatch(/^frontdesk 0\.1\.0\n\nThe first release: /);
  expect(notes).toContain('958be25f');
  expect(notes.split('\n').every(line => line.length <= 120 && !line.startsWith('#'))).toBe(true);
});
