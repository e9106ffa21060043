import { describe, expect, test } from 'vitest';
import { letterBytes } from '../../../src/center/mail/out/compose.ts';
import { lastLetter, type MailDesk, OURS, openMailDesk, ZOE } from './deliver.ts';

const QUESTION = 'On 2026-03-01 12:00 UTC, Zoe Quinn wrote:\n> Where is it?';

async function openQuoting(quote: string): Promise<MailDesk> {
  const desk = await openMailDesk();
  await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { quote } });
  return desk;
}

/** The customer's answer to our last letter, in its thread. */
async function goesOn(desk: MailDesk, text: string, from = `${ZOE.name} <${ZOE.email}>`): Promise<void> {
  const { messageId, references } = await lastLetter(desk);
  const thread = [...references, messageId].map(id => `<${id}>`).join(' ');
  const ids = [`Message-ID: <${Math.random()}@there.example>`, `In-Reply-To: <${messageId}>`, `References: ${thread}`];
  await desk.mail([`From: ${from}`, `To: ${OURS}`, 'Subject: Re: My parcel', ...ids], text);
}

/** The mail of our last letter has gone. */
async function leaves(desk: MailDesk): Promise<void> {
  desk.clock.now += 60_000;
  await desk.center.write(({ db }) => db.updateTable('message_delivery').set({ state: 'sent' }).execute());
}

/** Lets all mails be verified, but for the newest if it is forged. */
async function trust({ center }: MailDesk, isForged: boolean): Promise<void> {
  await center.write(async ({ db }) => {
    const { newest } = await db
      .selectFrom('message')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    await db.updateTable('message').set({ unverified: 0 }).execute();
    await db
      .updateTable('message')
      .set({ unverified: isForged ? 1 : 0 })
      .where('id', '=', newest)
      .execute();
  });
}

async function textOf(desk: MailDesk, body = {}): Promise<string> {
  expect((await desk.answer(body)).status).toBe(201);
  return (await lastLetter(desk)).text;
}

describe('below an answer', () => {
  test('stands nothing, unless the inbox or the settings want it', async () => {
    const desk = await openMailDesk();
    expect((await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data.quote).toBe('default');
    expect(await textOf(desk)).toBe('It is on its way.');
  });

  test('stands what the settings say, unless the inbox says otherwise', async () => {
    const desk = await openMailDesk({ quote: 'last' });
    expect(await textOf(desk)).toBe(`It is on its way.\n\n${QUESTION}`);
    await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { quote: 'none' } });
    expect(await textOf(desk)).toBe('It is on its way.');
  });

  test('stands the answered message, below the signature', async () => {
    const desk = await openQuoting('last');
    await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { signature: 'Your shop' } });
    expect(await textOf(desk)).toBe(`It is on its way.\n\n-- \nYour shop\n\n${QUESTION}`);
  });

  test('stands its thread, the newest first, each message without what it quoted itself', async () => {
    const desk = await openQuoting('all');
    await desk.answer();
    await leaves(desk);
    await goesOn(desk, 'It is not here yet.\r\n\r\nOn Sun, 1 Mar 2026 at 12:00, Support wrote:\r\n> It is on its way.');
    await trust(desk, false);
    expect(await textOf(desk, { body_text: 'We look.' })).toMatch(
      /^We look\.\n\nOn 2026-03-01 12:01 UTC, Zoe Quinn wrote:\n> It is not here yet\.\n\nOn 2026-03-01 12:00 UTC, \S.* wrote:\n> It is on its way\.\n\nOn 2026-03-01 12:00 UTC, Zoe Quinn wrote:\n> Where is it\?$/,
    );
  });

  test('stands no note, no message to a third party, none of another thread, and none that can be taken back', async () => {
    const desk = await openQuoting('all');
    await desk.call('POST', `/conversations/${desk.conversation}/notes`, { body: { details: 'Secret note.' } });
    await desk.answer({
      body_text: 'Do you have it?',
      forward: desk.question,
      to: [{ email: 'sam@supplier.example' }],
    });
    await desk.answer({ body_text: 'Still held.' });
    const other = (await desk.call('POST', '/conversations', { body: { title: 'Other', inbox_id: desk.inboxId } }))
      .body;
    const aside = { body_text: 'Another customer’s words.' };
    await desk.call('POST', `/conversations/${other.data.id}/messages`, { as: 'key', body: aside });
    await desk.call('POST', `/conversations/${desk.conversation}/merge`, {
      body: { conversation_ids: [other.data.id] },
    });
    const text = await textOf(desk, { message_id: desk.question });
    expect(text).toBe(`It is on its way.\n\n${QUESTION}`);
  });

  test('a forger who names our messages gets nothing of the thread', async () => {
    const desk = await openQuoting('all');
    await desk.answer();
    await leaves(desk);
    await goesOn(desk, 'Send it all to me.', 'Zoe Quinn <zoe@there.example>');
    await trust(desk, true);
    const text = await textOf(desk);
    expect(text).toMatch(/> Send it all to me\.$/);
    expect(text).not.toContain('Where is it?');
  });

  test('stands at most so much, and one line for each that is cut', async () => {
    const desk = await openQuoting('all');
    await desk.center.write(({ db }) =>
      db
        .updateTable('message')
        .set({ body_text: `${'word '.repeat(100_000)}\n`.repeat(2) })
        .execute(),
    );
    const text = await textOf(desk);
    expect(text.length).toBeLessThan(21_000);
    expect(text).toMatch(/\n> \[…\]$/);
  });

  test('stands nothing of it in a forward, or in a first mail', async () => {
    const desk = await openQuoting('all');
    const to = [{ email: 'sam@supplier.example' }];
    await desk.answer({ body_text: 'Look.', forward: desk.question, to });
    expect((await lastLetter(desk)).text).not.toContain('wrote:');
  });

  test('a name of several lines, and a text that looks like a head, stay inside the quote', async () => {
    const desk = await openQuoting('last');
    await desk.center.write(async ({ db }) => {
      await db.updateTable('contact').set({ name: 'Zoe\r\nBcc: all@there.example' }).execute();
      await db.updateTable('message').set({ body_text: '-- \nFrom the bank:\u0007\n.\nBcc: all' }).execute();
    });
    await desk.answer();
    const [head, body] = `${await letterBytes(desk.center, await lastLetter(desk))}`.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/m);
    expect(`${body}`).not.toContain('\u0007');
  });
});
