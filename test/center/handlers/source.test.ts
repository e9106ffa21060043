import { expect, test } from 'vitest';
import { type MailDesk, openMailDesk } from './deliver.ts';

async function sourceOf({ call, conversation, question }: MailDesk, query: object, as: 'admin' | 'agent' = 'admin') {
  const { body } = await call('GET', `/conversations/${conversation}/messages/${question}`, {
    as,
    query: { ...query },
  });
  const { source } = body.data as { source?: string };
  return source === undefined ? undefined : Buffer.from(source, 'base64').toString();
}

test('an admin gets the bytes of the mail, as many as asked for, and an agent none', async () => {
  const desk = await openMailDesk();
  const whole = await sourceOf(desk, { source: '1' });
  expect(whole).toMatch(/^From: Zoe Quinn <zoe@there.example>\r\n.*\r\n\r\nWhere is it\?/s);
  expect(await sourceOf(desk, { source: '1', source_limit: 9 })).toBe(whole!.slice(0, 9));
  expect(await sourceOf(desk, {})).toBeUndefined();
  expect(await sourceOf(desk, { source: '1' }, 'agent')).toBeUndefined();
});
