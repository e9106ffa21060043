import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messageIdentity } from '../../../src/center/intake/ndjson/read-line.ts';
import type { ExchangedConversation } from '../../../src/contract/exchange.ts';
import { basePath } from '../../../src/contract/index.ts';
import { createAgent } from '../../harness/agents.ts';
import { runs } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { makeContact, makeConversation, makeStatus } from '../conversations.ts';
import { importMail } from '../intake/open-intake.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';
import { answersOf, exportTo, importFrom, openTarget } from './move.ts';

const HOUR_MS = 3_600_000;
const WORDS = ['parcel', 'übermut', 'größe', '日本', 'invoice', 'e\u0301clair', 'x<b>y'];
const places = fc.integer({ min: 0, max: 4 });
const words = fc.array(fc.constantFrom(...WORDS, ' ', '\n', '\u2028', '"', '\u0007'), { minLength: 1, maxLength: 6 });
const text = words.map(parts => `text ${parts.join(' ')}`);

function kind<Name extends string>(name: Name) {
  return fc.constant(name);
}

const step = fc.oneof(
  fc.record({ kind: kind('tag'), on: places, tag: fc.constantFrom('a', 'B', 'Ä') }),
  fc.record({ kind: kind('untag'), on: places, tag: fc.constantFrom('a', 'B', 'Ä') }),
  fc.record({ kind: kind('assign'), on: places, to: fc.constantFrom('nobody', 'admin', 'agent', 'gone') }),
  fc.record({ kind: kind('status'), on: places, to: fc.constantFrom(1, 2, 3) }),
  fc.record({ kind: kind('title'), on: places, title: text }),
  fc.record({ kind: kind('archive'), on: places }),
  fc.record({ kind: kind('later'), on: places, hours: fc.constantFrom(100, 200, null) }),
  fc.record({ kind: kind('time'), hours: fc.constantFrom(0.0001, 1, 30) }),
  fc.record({ kind: kind('message'), on: places, by: fc.constantFrom('agent', 'key'), text, hasFile: fc.boolean() }),
  fc.record({ kind: kind('note'), on: places, text, hasFile: fc.boolean(), calls: fc.boolean() }),
  fc.record({ kind: kind('review'), on: places, text, rating: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: kind('merge'), on: places, into: places }),
  fc.record({ kind: kind('contact'), on: places, who: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: kind('no contact'), on: places, who: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: kind('no rating'), on: places }),
  fc.record({ kind: kind('mail'), from: fc.constantFrom('Zoë <zoe@x.example>', 'ada@desk.example'), text, cc: text }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  readonly desk: OpenCenter;
  readonly folder: string;
  readonly ids: readonly number[];
  readonly contacts: readonly number[];
  readonly gone: number;
}

async function upload({ desk }: Run, content: string): Promise<number> {
  const form = new FormData();
  form.set('file', new File([content], `${content}.txt`, { type: 'text/plain' }));
  const headers = { authorization: `Bearer ${desk.tokens.agent}` };
  const request = new Request(`http://desk.example${basePath}/attachments`, { method: 'POST', body: form, headers });
  return ((await (await desk.center.fetch(request)).json()) as { data: { id: number } }).data.id;
}

async function mail({ desk, folder }: Run, { from, text, cc }: Extract<Step, { kind: 'mail' }>, at: number) {
  const { writeFileSync } = await import('node:fs');
  const date = new Date(desk.clock.now - HOUR_MS).toUTCString();
  const fields = [`From: ${from}`, 'To: Yan <yan@x.example>', `Cc: ${cc.slice(5, 8).trim() || 'c'}@x.example`];
  const head = [...fields, `Date: ${date}`, `Subject: mail ${at}`, `Message-ID: <${at}@x.example>`];
  const inside = `In-Reply-To: <${at - 1}@x.example>\nContent-Type: text/html; charset=utf-8`;
  writeFileSync(`${folder}/${at}.eml`, `${head.join('\n')}\n${inside}\n\n<p>${text}</p>\n`);
  await importMail(desk.center, [`${folder}/${at}.eml`]);
}

/** Takes a step. A change that the help center refuses, such as one of a merged conversation, does not count. */
async function take(run: Run, given: Step, at: number): Promise<void> {
  const { desk, ids, contacts } = run;
  const call = (method: string, on: number, part: string, body?: object, as: 'admin' | 'agent' | 'key' = 'admin') =>
    desk.call(method, `/conversations/${ids[on]}${part}`, { as, ...(body && { body }) });
  switch (given.kind) {
    case 'tag':
      return void (await call('POST', given.on, '/tags', { name: given.tag }));
    case 'untag':
      return void (await desk.call('DELETE', '/conversations/tags', {
        body: { conversation_ids: [ids[given.on]], tags: [given.tag] },
      }));
    case 'assign': {
      const to = { nobody: null, admin: desk.adminId, agent: desk.agentId, gone: run.gone }[given.to];
      return void (await call('PUT', given.on, '', { assign_to: to }));
    }
    case 'status':
      return void (await call('PUT', given.on, '', { conversation_status_id: given.to }));
    case 'title':
      return void (await call('PUT', given.on, '', { title: given.title.replace(/[\n\u2028\u0007]/g, ' ').trim() }));
    case 'archive':
      return void (await call('POST', given.on, '/archive'));
    case 'later': {
      const until = given.hours && new Date(desk.clock.now + given.hours * HOUR_MS).toISOString();
      return void (await call('PUT', given.on, '', { snooze: { until, keep: until !== null } }, 'agent'));
    }
    case 'time':
      desk.clock.now += Math.round(given.hours * HOUR_MS);
      return void (await desk.center.context.jobs.run());
    case 'message': {
      const attachments = given.hasFile && given.by === 'agent' ? [await upload(run, `file ${at % 2}`)] : [];
      const body = { body_text: given.text, body_html: at % 2 ? `<p>${given.text}</p>` : null, attachments };
      return void (await call('POST', given.on, '/messages', body, given.by));
    }
    case 'note': {
      const attachments = given.hasFile ? [await upload(run, `note ${at % 2}`)] : [];
      const body = { details: given.text, attachments, mentions: given.calls ? [desk.adminId] : [] };
      return void (await call('POST', given.on, '/notes', body, 'agent'));
    }
    case 'review':
      return void (await call('POST', given.on, '/reviews', { rating: given.rating, comment: given.text }, 'key'));
    case 'merge':
      return void (await call('POST', given.into, '/merge', { conversation_ids: [ids[given.on]] }));
    case 'contact':
      return void (await call('POST', given.on, '/contacts', { contact_id: contacts[given.who] }));
    case 'no contact':
      return void (await call('DELETE', given.on, `/contacts/${contacts[given.who]}`));
    case 'no rating':
      return void (await call('PUT', given.on, '', { disable_rating: true }));
    case 'mail':
      return mail(run, given, at);
  }
}

async function begin(): Promise<Run> {
  const desk = await openCenter();
  const gone = await createAgent(desk.center, { name: 'Gia Gone', email: 'gia@desk.example', role: 'admin' });
  await makeStatus(desk, 'pending');
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'support@desk.example' } });
  const contacts: number[] = [];
  for (const name of ['Anna', 'Bo', 'Çelik']) contacts.push(await makeContact(desk, name));
  const ids: number[] = [];
  for (const at of [0, 1, 2, 3, 4]) {
    const body = { title: `Topic ${at}`, ...(at % 2 && { inbox_id: 1 }), contacts: at === 4 ? [] : [contacts[at % 3]] };
    ids.push(await makeConversation(desk, body));
  }
  return { desk, folder: temporaryFolder(), ids, contacts, gone: gone.id };
}

/** The lines with each message's id as another help center has it. */
function alike(lines: readonly ExchangedConversation[]) {
  return lines.map(line => ({
    ...line,
    messages: line.messages?.map(({ forwards, ...one }) => ({
      ...one,
      id: messageIdentity(line, one.id),
      forwards: forwards && messageIdentity(line, forwards),
    })),
  }));
}

describe('an export that is imported into an empty help center', () => {
  it('answers every list, thread and search as before, is exported the same, and adds nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async steps => {
        const run = await begin();
        const target = await openTarget();
        try {
          for (const [at, given] of steps.entries()) await take(run, given, at);
          const { desk } = run;
          await target.call('POST', `/inboxes/${target.inboxId}/emails`, { body: { email: 'support@desk.example' } });
          target.clock.now = desk.clock.now;
          const lines = await exportTo(desk.center, run.folder);
          const result = await importFrom(target.center, run.folder);
          expect(result).toMatchObject({ refused: [], imported: lines.length, unknownAgents: [], doubles: 0 });
          expect(alike(await exportTo(target.center, temporaryFolder()))).toEqual(alike(lines));
          expect(await answersOf(target, WORDS)).toEqual(await answersOf(desk, WORDS));
          const again = await importFrom(target.center, run.folder);
          expect(again).toMatchObject({ refused: [], imported: 0, entries: 0, doubles: lines.length });
        } finally {
          await target.close();
          await run.desk.close();
        }
      }),
      { numRuns: runs(16) },
    );
  }, 240_000);

  it('takes several lines for a long conversation, which become one again', async () => {
    const { desk, ids, folder } = await begin();
    const target = await openTarget();
    for (const one of [desk, target]) onTestFinished(one.close);
    for (const at of [0, 1, 2, 3])
      await desk.call('POST', `/conversations/${ids[0]}/messages`, {
        body: { body_text: `${at} ${'long '.repeat(80_000)}` },
      });
    for (const at of [0, 1])
      await desk.call('POST', `/conversations/${ids[0]}/notes`, { body: { details: `${at} ${'x'.repeat(60_000)}` } });
    const lines = await exportTo(desk.center, folder);
    expect(lines.filter(({ id }) => id === String(ids[0])).map(line => line.messages?.length)).toEqual([3, 1]);
    expect(await importFrom(target.center, folder)).toMatchObject({ imported: 5, entries: 6, refused: [] });
    expect(await answersOf(target, ['long'])).toEqual(await answersOf(desk, ['long']));
  });
});
