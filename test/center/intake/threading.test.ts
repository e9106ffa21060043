import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Center } from '../../../src/center/center.ts';
import { lockConversations } from '../../../src/center/model/conversation/row.ts';
import { changeRows } from '../../../src/center/model/conversation/update.ts';
import { runs } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { importMail, now, openIntake, readHere, seeAll } from './open-intake.ts';

interface Letter {
  readonly id?: string;
  readonly from: string;
  readonly to?: string;
  readonly refs?: readonly string[];
  readonly reply?: string;
  readonly body: string;
  readonly minute: number;
  readonly extra?: readonly string[];
}

function write({ id, from, to, refs, reply, body, minute, extra }: Letter): string {
  return [
    `From: ${from}`,
    `To: ${to ?? 'help@shop.example'}`,
    `Subject: ${refs || reply ? 'Re: ' : ''}Topic`,
    `Date: ${new Date(now - 86_400_000 + minute * 60_000).toUTCString()}`,
    ...(id ? [`Message-ID: <${id}>`] : []),
    ...(reply ? [`In-Reply-To: <${reply}>`] : []),
    ...(refs ? [`References: ${refs.map(ref => `<${ref}>`).join(' ')}`] : []),
    ...(extra ?? []),
    '',
    body,
    '',
  ].join('\n');
}

async function bring(center: Center, letters: readonly Letter[]) {
  const path = join(temporaryFolder(), 'in.mbox');
  writeFileSync(path, letters.map(letter => `From x Mon Jan  5 10:00:00 2026\n${write(letter)}\n`).join(''));
  return importMail(center, [path], { reader: readHere });
}

async function groups(letters: readonly Letter[]): Promise<string[][]> {
  const center = await openIntake();
  await bring(center, letters);
  return (await seeAll(center)).map(({ texts }) => texts.toSorted()).sort();
}

const ana = 'Ana <ana@customer.example>';
const bob = 'Bob <bob@customer.example>';

describe('threads', () => {
  it('join by In-Reply-To, and by References', async () => {
    expect(
      await groups([
        { id: 'a@x', from: ana, body: 'one', minute: 1 },
        { id: 'b@x', from: ana, reply: 'a@x', body: 'two', minute: 2 },
        { id: 'c@x', from: ana, refs: ['a@x', 'b@x'], body: 'three', minute: 3 },
        { id: 'd@x', from: ana, body: 'another', minute: 4 },
      ]),
    ).toEqual([['another'], ['one', 'three', 'two']]);
  });

  it('join siblings whose ancestor never arrives', async () => {
    expect(
      await groups([
        { id: 'b@x', from: ana, refs: ['lost@x'], body: 'one', minute: 1 },
        { id: 'c@x', from: ana, refs: ['lost@x'], body: 'two', minute: 2 },
      ]),
    ).toEqual([['one', 'two']]);
  });

  it('merge two conversations when the mail that links them arrives', async () => {
    const center = await openIntake();
    const first = await bring(center, [
      { id: 'c@x', from: ana, reply: 'b@x', body: 'three', minute: 3 },
      { id: 'a@x', from: ana, body: 'one', minute: 1 },
    ]);
    expect(first.conversations).toBe(2);
    const second = await bring(center, [{ id: 'b@x', from: ana, reply: 'a@x', body: 'two', minute: 2 }]);
    expect(second).toMatchObject({ imported: 1, conversations: 1 });
    expect((await seeAll(center)).map(({ texts }) => texts)).toEqual([['one', 'two', 'three']]);
    const survivor = await center.read(({ db }) =>
      db.selectFrom('conversation').select(['id', 'merged_into', 'message_count']).orderBy('id').execute(),
    );
    expect(survivor.filter(row => row.merged_into === null).map(row => row.message_count)).toEqual([3]);
    await bring(center, [{ id: 'd@x', from: ana, reply: 'c@x', body: 'four', minute: 4 }]);
    expect((await seeAll(center)).map(({ texts }) => texts)).toEqual([['one', 'two', 'three', 'four']]);
  });

  it('end if references form a circle', async () => {
    expect(
      await groups([
        { id: 'a@x', from: ana, refs: ['b@x', 'a@x'], body: 'one', minute: 1 },
        { id: 'b@x', from: ana, refs: ['a@x', 'b@x'], body: 'two', minute: 2 },
      ]),
    ).toEqual([['one', 'two']]);
  });

  it('keep a second mail with the same Message-ID and another body', async () => {
    expect(
      await groups([
        { id: 'a@x', from: ana, body: 'one', minute: 1 },
        { id: 'a@x', from: ana, body: 'another one', minute: 1 },
      ]),
    ).toEqual([['another one', 'one']]);
  });

  it('work without a Message-ID', async () => {
    const letters = [
      { from: ana, body: 'one', minute: 1 },
      { from: ana, body: 'two', minute: 2 },
    ];
    expect(await groups([...letters, ...letters])).toEqual([['one'], ['two']]);
  });

  it('admit no stranger who knows a Message-ID', async () => {
    const center = await openIntake();
    await center.write(async ({ db, now: at }) => {
      await db
        .insertInto('inbox_email')
        .values({ inbox_id: 1, email: 'help@shop.example', email_key: 'help@shop.example', status: 'primary' })
        .execute();
      expect(at).toBe(now);
    });
    await bring(center, [
      { id: 'a@x', from: ana, body: 'one', minute: 1 },
      { id: 'r@shop', from: 'help@shop.example', to: ana, reply: 'a@x', body: 'our answer', minute: 2 },
      { id: 's@evil', from: 'Eve <eve@evil.example>', refs: ['a@x', 'r@shop'], body: 'let me in', minute: 3 },
      { id: 'b@x', from: ana, refs: ['a@x', 'r@shop'], body: 'thanks', minute: 4 },
    ]);
    const seen = await seeAll(center);
    expect(seen.map(({ texts }) => texts)).toEqual([['one', 'our answer', 'thanks'], ['let me in']]);
    expect(seen.map(({ contacts }) => contacts)).toEqual([['ana@customer.example'], ['eve@evil.example']]);
  });

  it('show in contacts and history who joined because a customer named them', async () => {
    const center = await openIntake();
    await bring(center, [
      { id: 'a@x', from: ana, to: `help@shop.example, ${bob}`, body: 'one', minute: 1 },
      { id: 'b@x', from: bob, reply: 'a@x', body: 'two', minute: 2 },
    ]);
    const [seen] = await seeAll(center);
    expect(seen).toMatchObject({
      texts: ['one', 'two'],
      requester: 'ana@customer.example',
      contacts: ['ana@customer.example', 'bob@customer.example'],
    });
    const events = await center.read(({ db }) => db.selectFrom('history').select('event').orderBy('id').execute());
    expect(events.map(({ event }) => event)).toContain('contact.added');
  });

  it('keep the authors of a mailing list together', async () => {
    const list = (id: string, from: string, refs?: string[]): Letter => ({
      id,
      from,
      to: 'dev@lists.example',
      refs,
      body: id,
      minute: 1,
      extra: ['List-Id: Developers <dev.lists.example>'],
    });
    expect(await groups([list('a@x', ana), list('b@x', bob, ['a@x']), list('c@x', 'c@y.example', ['b@x'])])).toEqual([
      ['a@x', 'b@x', 'c@x'],
    ]);
  });

  it('reopen and restore no conversation that is closed', async () => {
    const center = await openIntake();
    await bring(center, [{ id: 'a@x', from: ana, body: 'one', minute: 1 }]);
    await center.write(async work => {
      const rows = await lockConversations(work, [1]);
      await changeRows(work, rows, { statusId: 2, archived: true }, { agentId: null, now: work.now });
    });
    await bring(center, [{ id: 'b@x', from: ana, reply: 'a@x', body: 'two', minute: 2 }]);
    const row = await center.read(({ db }) => db.selectFrom('conversation').selectAll().executeTakeFirstOrThrow());
    expect(row).toMatchObject({ status_id: 2, place: 1, message_count: 2, updated_at: now });
  });

  it('keep title and requester if an agent wrote before an older mail arrives', async () => {
    const center = await openIntake();
    await bring(center, [{ id: 'b@x', from: bob, to: ana, reply: 'a@x', body: 'two', minute: 2 }]);
    await center.write(async ({ db }) => {
      const values = { name: 'Doris', email: 'd@s.example', email_key: 'd@s.example', role: 'agent' } as const;
      await db
        .insertInto('agent')
        .values({ ...values, password_hash: null, created_at: 1, updated_at: 1 })
        .execute();
      await db
        .insertInto('history')
        .values({ conversation_id: 1, event: 'title.updated', agent_id: 1, changes: '{}', created_at: 1 })
        .execute();
    });
    await bring(center, [{ id: 'a@x', from: ana, to: bob, body: 'one', minute: 1 }]);
    expect(await seeAll(center)).toMatchObject([{ requester: 'bob@customer.example', texts: ['one', 'two'] }]);
  });

  it('are the same for any order in which mail arrives', async () => {
    const people = fc.constantFrom('a@c.example', 'b@c.example', 'c@c.example');
    const ids = fc.constantFrom('1@x', '2@x', '3@x', '4@x', '5@x', '6@x');
    const letter = fc.record({
      id: ids,
      from: people,
      to: fc.oneof(people, fc.constant('help@shop.example')),
      refs: fc.array(ids, { maxLength: 3 }),
      minute: fc.integer({ min: 0, max: 900 }),
    });
    const letters = fc.uniqueArray(letter, { minLength: 2, maxLength: 7, selector: ({ minute }) => minute });
    const shuffled = letters.chain(all => {
      const whole = all.map((each, index): Letter => ({ ...each, body: `letter ${index}` }));
      return fc.tuple(fc.constant(whole), fc.shuffledSubarray(whole, { minLength: whole.length }));
    });
    const seen = async (all: readonly Letter[]) => {
      const center = await openIntake();
      await bring(center, all);
      const found = await seeAll(center);
      return found
        .map(({ title, requester, createdAt, contacts, texts }) =>
          JSON.stringify({ title, requester, createdAt, contacts: contacts.toSorted(), texts }),
        )
        .sort();
    };
    await fc.assert(
      fc.asyncProperty(shuffled, async ([all, other]) => {
        const expected = await seen(all);
        expect(await seen(other)).toEqual(expected);
        expect(await seen(all.toReversed())).toEqual(expected);
      }),
      { numRuns: runs(25), seed: 5 },
    );
  });
});
