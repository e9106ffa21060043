import { describe, expect, test } from 'vitest';
import { readConversation } from '../center/conversations.ts';
import { readHere } from '../center/intake/open-intake.ts';
import { mailOf } from '../center/mail/open-mail.ts';
import { receiveMail } from '../center/mail/receive.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

describe('rules on two servers', skippedFor(whyNoPostgres()), () => {
  test('that get the same mail at once carry a rule out once', async () => {
    const { desk, second } = await openTwoCenters();
    await desk.call('POST', '/rules', { body: { name: 'Note', do: { note: 'New', add_tags: ['new'] } } });
    const raw = mailOf('From: zoe@acme.example', 'Subject: P', 'Message-ID: <one@test.example>', '', 'Where?');
    const took = [desk.center, second].map(({ read, write, context }) =>
      receiveMail({ read, write, context, reader: readHere, log: () => undefined }, raw, { via: 'lmtp' }),
    );
    expect((await Promise.all(took)).map(({ stored }) => stored).sort()).toEqual(['known', 'new']);
    expect(await readConversation(desk, 1)).toMatchObject({ message_count: 1, note_count: 1, tags: ['new'] });
  });

  test('that take in mails at once carry a rule out on each', async () => {
    const { desk, second } = await openTwoCenters();
    await desk.call('POST', '/rules', { body: { name: 'Tag', when: { q: 'where' }, do: { add_tags: ['asked'] } } });
    const mail = (number: number) =>
      mailOf('From: zoe@acme.example', `Subject: P${number}`, `Message-ID: <${number}@test.example>`, '', 'Where?');
    const took = [1, 2, 3, 4, 5, 6].map(number => {
      const { read, write, context } = number % 2 === 0 ? desk.center : second;
      return receiveMail({ read, write, context, reader: readHere, log: () => undefined }, mail(number), {
        via: 'lmtp',
      });
    });
    await Promise.all(took);
    const { body } = await desk.call('GET', '/conversations', { query: { tags: ['asked'] } });
    expect(body.data).toHaveLength(6);
  });
});
