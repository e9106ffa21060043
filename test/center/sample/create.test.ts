import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import type { Center } from '../../../src/center/center.ts';
import { createSample } from '../../../src/center/sample/create.ts';
import { planSample } from '../../../src/center/sample/plan.ts';
import { removeSample } from '../../../src/center/sample/remove.ts';
import { runs } from '../../harness/full.ts';
import { now, openIntake } from '../intake/open-intake.ts';

type Ask = (path: string) => Promise<Record<string, unknown>[]>;

async function open(): Promise<{ center: Center; ask: Ask }> {
  const center = await openIntake();
  const { token } = await createApiKey(center, 'test');
  const ask: Ask = async path => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await center.fetch(new Request(`http://local/api/agent/v1${path}`, { headers }));
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  return { center, ask };
}

describe('the plan of a sample', () => {
  const plans = planSample(240, 1, now);

  it('is the same for the same seed, and another for another', () => {
    expect(planSample(240, 1, now)).toEqual(plans);
    expect(planSample(240, 2, now)).not.toEqual(plans);
  });

  it('is written in many scripts', () => {
    const all = plans.map(({ title }) => title).join(' ');
    for (const script of ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Han', 'Hiragana', 'Hangul'])
      expect(all).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  });

  it('fills every placeholder and goes forward in time, up to now', () => {
    for (const { title, messages, notes, review } of plans) {
      const texts = [title, ...messages.map(({ text }) => text)].join('\n');
      expect(texts).not.toMatch(/[#@~]/);
      const times = messages.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...times, ...notes.map(({ at }) => at), review?.at ?? 0)).toBeLessThanOrEqual(now);
      expect(messages[0]!.agent).toBeNull();
    }
    const ages = plans.map(({ messages }) => now - messages.at(-1)!.at);
    expect(Math.min(...ages)).toBeLessThan(3_600_000);
    expect(Math.max(...ages)).toBeGreaterThan(90 * 86_400_000);
  });

  it('has every kind of conversation', () => {
    const count = (is: (plan: (typeof plans)[number]) => boolean) => plans.filter(is).length;
    for (const status of ['open', 'closed', 'awaiting reply', 'in progress'])
      expect(count(plan => plan.status === status)).toBeGreaterThan(10);
    for (const inbox of ['default', 'spam', 'billing', 'returns', 'shipping'])
      expect(count(plan => plan.inbox === inbox)).toBeGreaterThan(2);
    expect(count(plan => plan.isArchived)).toBeGreaterThan(5);
    expect(count(plan => plan.assignee === null)).toBeGreaterThan(40);
    expect(count(plan => plan.notes.length > 0)).toBeGreaterThan(10);
    expect(count(plan => plan.review !== null)).toBeGreaterThan(5);
    expect(count(plan => plan.messages.some(({ text }) => text.includes('\n> ')))).toBeGreaterThan(60);
    expect(new Set(plans.map(({ customer }) => customer.email)).size).toBeLessThan(plans.length * 0.85);
  });
});

describe('a sample', () => {
  it('is what the help center then returns', async () => {
    const { center, ask } = await open();
    expect(await createSample(center, { conversations: 60, now })).toEqual({ conversations: 60 });
    const data = await ask('/conversations?limit=200&archived=any');
    expect(data).toHaveLength(60);
    const inboxes = await ask('/inboxes');
    expect(inboxes.map(({ name }) => name)).toEqual(['Support', 'Spam', 'Billing', 'Returns', 'Shipping']);
    for (const { id, counts } of inboxes) {
      const open = await ask(`/conversations?limit=200&status=open&inbox_ids[]=${id}`);
      const closed = await ask(`/conversations?limit=200&status=closed&inbox_ids[]=${id}`);
      const all = await ask(`/conversations?limit=200&inbox_ids[]=${id}`);
      expect(counts).toEqual({
        open: open.length,
        unassigned: open.filter(each => each.assign_to === null).length,
        unresolved: all.length - closed.length,
      });
    }
    const agents = await ask('/agents');
    expect(agents.map(({ name }) => name)).toContain('Ana Ortiz');
    const newest = data[0]!;
    const history = await ask(`/conversations/${newest.id}/history`);
    expect(history[0]).toMatchObject({ event: 'conversation.created' });
    const messages = await ask(`/conversations/${newest.id}/messages`);
    expect(messages).toHaveLength(newest.message_count as number);
    const tagged = data.find(({ tags }) => (tags as string[]).length > 0)!;
    const tag = (tagged.tags as string[])[0]!;
    const found = await ask(`/conversations?archived=any&limit=200&tags[]=${tag}`);
    expect(found.map(({ id }) => id)).toContain(tagged.id);
    const words = encodeURIComponent(newest.title as string);
    const searched = await ask(`/conversations?archived=any&limit=200&q=${words}`);
    expect(searched.map(({ id }) => id)).toContain(newest.id);
  });

  it('leaves existing conversations alone, and can be made twice', async () => {
    const { center, ask } = await open();
    await createSample(center, { conversations: 10, now });
    await createSample(center, { conversations: 10, seed: 2, now });
    expect(await ask('/conversations?archived=any&limit=200')).toHaveLength(20);
    expect(await ask('/inboxes')).toHaveLength(5);
  });

  it('is removed again, except for conversations to which real mail came', async () => {
    const { center, ask } = await open();
    await createSample(center, { conversations: 40, now });
    await center.write(({ db }) =>
      db
        .insertInto('mail')
        .values({ source_hash: 'x', message_key: null, conversation_id: 7, message_id: null, imported_at: now })
        .execute(),
    );
    expect(await removeSample(center)).toEqual({ conversations: 39 });
    expect((await ask('/conversations?archived=any&limit=200')).map(({ id }) => id)).toEqual([7]);
    const counts = (await ask('/inboxes')).map(inbox => (inbox.counts as { open: number }).open);
    expect(counts.reduce((sum, open) => sum + open, 0)).toBeLessThanOrEqual(1);
    expect(await removeSample(center)).toEqual({ conversations: 0 });
  });

  it('is written in few transactions, at any size', async () => {
    const conversations = runs(2_000);
    const center = await openIntake();
    let transactions = 0;
    const write: Center['write'] = work => {
      transactions += 1;
      return center.write(work);
    };
    const made = await createSample({ write, context: center.context }, { conversations, now });
    expect(made).toEqual({ conversations });
    expect(transactions).toBeLessThan(20);
  });
});
