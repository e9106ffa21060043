import { expect, test } from 'vitest';
import { runToEnd } from '../../../src/state/detail/slices.ts';
import { transcriptSteps } from '../../../src/state/detail/transcript.ts';
import { emptyThread, emptyWorld } from '../../../src/state/empty-world.ts';
import type { Message, Note, Thread } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { keyNames } from '../../harness/key-names.ts';
import { messageOf, noteOf } from './entries.ts';

const at = new Date(2026, 10, 20, 9, 12).getTime();
const world = emptyWorld(at, undefined, keyNames);

function message(id: number, text: string): Message {
  return messageOf(id, text, at, {
    attachments: [{ id: 3, name: t`receipt.pdf`, content_type: t`application/pdf`, size: 84_200, inline: false }],
  });
}

function note(text: string): Note {
  return noteOf(9, null, text, at + 60_000);
}

function textOf(thread: Partial<Thread>): string {
  return runToEnd(transcriptSteps(world, { ...emptyThread, ...thread }, t`#1 Where is it?`));
}

test('a transcript holds every line of messages and notes, unfolded, heads at the edge and bodies behind it', () => {
  const quoted = Array.from({ length: 9 }, (_, line) => `> line ${line}`);
  const text = textOf({
    messages: [message(1, ['NOTE · Help center', ...quoted].join('\n'))],
    notes: [note('Call her.\nToday.')],
  });
  expect(text.split('\n')).toEqual([
    '#1 Where is it?',
    '',
    'Zoë Quinn <zoe@customer.example> · 1 of 2  Fri 20 Nov 09:12',
    '  NOTE · Help center',
    ...quoted.map(line => `  ${line}`),
    '  receipt.pdf · PDF · 84 kB',
    '',
    'NOTE · Help center · 2 of 2  Fri 20 Nov 09:13',
    '# Call her.',
    '# Today.',
    '',
  ]);
});

test('a transcript shows at which places earlier messages are missing', () => {
  expect(textOf({ messages: [message(2, 'Hello')], nextCursor: 'c' })).toContain('Earlier messages could not be read.');
});

test('a body that is cut into steps loses nothing, with line ends anywhere', () => {
  const body = Array.from({ length: 30_000 }, (_, line) => (line % 3 === 0 ? '' : `line ${line}`)).join('\n');
  const shown = textOf({ messages: [message(1, body)] })
    .split('\n')
    .slice(3, -2);
  expect(shown.map(line => line.slice(2)).join('\n')).toBe(body);
});

test('a transcript names everybody whom a mail was sent to', () => {
  const bob = { name: t`Bob`, email: t`bob@partner.example` };
  const mail = { ...message(1, 'Hello'), to: [bob], cc: [{ ...bob, name: t``, email: t`carol@carrier.example` }] };
  expect(textOf({ messages: [mail] })).toContain('\nto  Bob <bob@partner.example>\ncc  carol@carrier.example\n  Hello');
});
