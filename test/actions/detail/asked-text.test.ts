import { expect, test } from 'vitest';
import { messageHtml, messageSource } from '../../../src/actions/detail/asked-text.ts';
import { ApiError } from '../../../src/client/api-error.ts';
import { act } from '../../../src/keys/act.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { createReads } from '../../../src/state/sync/reads.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { type SafeText, safeBlock, safeLine } from '../../../src/text/safe.ts';
import { askedId, linesIn } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { fakeDesk, message, NOW, note, sampleWorld, thread } from '../../ui/world.ts';

interface Asked {
  readonly params: unknown;
  readonly query: unknown;
}

/** A desk on two messages and a note, whose help center gives this answer, or fails. */
function deskOn(entryKey: string | null, answer: Readonly<Record<string, unknown>> | Error) {
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'detail' });
  const messages = [
    message(1, 'Old', { created_at: NOW - 3 }),
    message(2, 'Please see the HTML.', { created_at: NOW - 2 }),
  ];
  const threads = IdMap.of([[1042, thread(messages, [note(9, 'Ours', { created_at: NOW - 9 })])]]);
  const { desk } = fakeDesk({
    ...world,
    base: { ...world.base, threads },
    detail: { ...world.detail, conversationId: 1042, entryKey },
  });
  const asked: Asked[] = [];
  const get = async ({ params, query }: Asked) => {
    asked.push({ params, query });
    if (answer instanceof Error) throw answer;
    return { data: answer };
  };
  Object.assign(desk, { reads: createReads(), client: { ...desk.client, message: { ...desk.client.message, get } } });
  return { desk, asked };
}

function said(desk: Desk) {
  return desk.world().notice?.text;
}

test('& shows the text of the selected message’s HTML, and & or Esc closes it', async () => {
  const { desk, asked } = deskOn('message:1', { html_text: safeBlock('My order\n\nis broken.') });
  for (const key of ['&', 'esc']) {
    press(desk, 'message.html');
    await expect.poll(() => askedId(desk)).toBe('message.html');
    expect(linesIn(desk)).toEqual(['My order', '', 'is broken.']);
    press(desk, key);
    expect(desk.world().overlays).toEqual([]);
  }
  expect(asked[0]).toEqual({
    params: { conversation_id: 1042, message_id: 1 },
    query: { html_text: '1', body_limit: 1 },
  });
});

test('& shows the newest message’s if none is selected', async () => {
  const { desk, asked } = deskOn(null, { html_text: safeBlock('Words') });
  press(desk, 'message.html');
  await expect.poll(() => askedId(desk)).toBeDefined();
  expect(asked).toMatchObject([{ params: { message_id: 2 } }]);
});

test.each([
  ['the message has no HTML', { html_text: null }, 'This message has no HTML.'],
  ['its HTML says nothing', { html_text: safeBlock('') }, 'The HTML of this message has no text.'],
  ['another help center gives none', {}, 'This help center does not give the text of HTML.'],
  [
    'it cannot be read',
    new ApiError({ status: 500, code: 'internal', message: safeLine('Out of order') }),
    /^The HTML was not read: .*Out of order/,
  ],
])('& says why if %s', async (_, answer, words) => {
  const { desk } = deskOn('message:2', answer);
  press(desk, 'message.html');
  await expect.poll(() => said(desk)).toMatch(words);
  expect(desk.world().overlays).toEqual([]);
});

test('& asks another help center that gives none once, and then says so at once', async () => {
  const { desk, asked } = deskOn('message:2', {});
  press(desk, 'message.html');
  await expect.poll(() => said(desk)).toMatch('does not give');
  press(desk, 'message.html');
  expect(said(desk)).toBe('This help center does not give the text of HTML.');
  expect(asked).toHaveLength(1);
});

test('a note has no HTML, and the key says so', () => {
  const { desk } = deskOn('note:9', {});
  expect(messageHtml.unavailable?.(desk.world())).toBe('A note has no HTML.');
});

test('nothing opens if the agent has gone elsewhere meanwhile', async () => {
  const { desk } = deskOn('message:2', { html_text: safeBlock('Words') });
  press(desk, 'message.html');
  desk.set({ detail: { ...desk.world().detail, conversationId: 1041 } });
  await expect.poll(() => said(desk)).toBeUndefined();
  expect(desk.world().overlays).toEqual([]);
});

function base64(text: string): SafeText {
  return safeLine(Buffer.from(text).toString('base64'));
}

/** The same desk of an admin. */
function adminOn(...given: Parameters<typeof deskOn>) {
  const { desk, asked } = deskOn(...given);
  desk.set({ me: { ...desk.world().me!, role: 'admin' } });
  return { desk, asked };
}

const MAIL = 'Received: by there.example\r\nSubject: \u001b]0;owned\u0007Hello\r\n\r\nMy words.\r\n';

test('the source of a mail is a page of safe text, with its headers', async () => {
  const { desk, asked } = adminOn('message:1', { source: base64(MAIL) });
  act(desk, messageSource);
  await expect.poll(() => askedId(desk)).toBe('message.source');
  expect(linesIn(desk)).toEqual(expect.arrayContaining(['Received: by there.example', 'My words.']));
  expect(linesIn(desk).join('\n')).not.toMatch(/[\u001b\u0007\r]/);
  expect(asked).toMatchObject([{ params: { message_id: 1 }, query: { source: '1', body_limit: 1 } }]);
});

test('of a long mail its beginning is shown, and the end says so', async () => {
  const { desk } = adminOn('message:1', { source: base64(`Subject: Long\r\n\r\n${'words\r\n'.repeat(40_000)}`) });
  act(desk, messageSource);
  await expect.poll(() => askedId(desk)).toBe('message.source');
  expect(linesIn(desk).at(-1)).toBe('[…] The rest is not shown.');
});

test.each([
  ['the message came by no mail', { source: null }, 'This message has no source.'],
  ['another help center gives none', {}, 'This help center does not give the source of mails.'],
])('the source says why it is not shown if %s', async (_, answer, words) => {
  const { desk } = adminOn('message:2', answer);
  act(desk, messageSource);
  await expect.poll(() => said(desk)).toBe(words);
});

test('only admins read the source', () => {
  const { desk } = deskOn('message:2', {});
  const why = () => messageSource.unavailable?.(desk.world());
  expect(why()).toContain('Only admins');
  desk.set({ me: { ...desk.world().me!, role: 'admin' } });
  expect(why()).toBeUndefined();
});
