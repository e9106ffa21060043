import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { type MovedClock, movedClock } from '../harness/moved-time.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { type AnswerScene, openAnswerScene } from './answer-scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday in the next days, 09:00: tokens are made by the machine's clock. The week of 1970 began on a Thursday. */
const MONDAY = Math.ceil(Date.now() / (7 * DAY_MS)) * 7 * DAY_MS + 4 * DAY_MS + 9 * HOUR_MS;
const CUSTOMERS = 25;
const MAILS = 60;
const REFUNDS = 17;

type Desk = Awaited<ReturnType<AnswerScene['openDesk']>>;
type Held = Conversation & { readonly snoozed?: { readonly until: string | null } };

/** A desk on a help center to which the customers have written, and the clock of both. */
interface Days {
  readonly scene: AnswerScene;
  readonly desk: Desk;
  readonly clock: MovedClock;
}

function customer(at: number): string {
  return `Cleo${at % CUSTOMERS} Tester <c${at % CUSTOMERS}@customer.example>`;
}

async function all({ ask }: AnswerScene): Promise<readonly Held[]> {
  return (await ask<Held[]>('GET', '/conversations?archived=any&limit=200')).sort((a, b) => a.id - b.id);
}

/** The mails of the morning: first those of customers who ask for their money. */
async function monday(): Promise<Days> {
  const clock = movedClock(join(temporaryFolder(), 'ahead'), MONDAY);
  const scene = await openAnswerScene({ send_delay: 0 }, clock);
  for (let at = 0; at < MAILS; at += 1) {
    const subject = at < REFUNDS ? `Refund for order ${at}` : `Question ${at}`;
    scene.write({ id: `m${at}`, from: customer(at), subject, text: `This is mail ${at}.` });
  }
  await expect.poll(() => all(scene)).toHaveLength(MAILS);
  const status = await scene.ask<{ id: number }>('POST', '/conversation_statuses', { name: 'in progress' });
  const ben = await scene.ask<{ id: number }>('POST', '/agents', {
    name: 'Ben',
    email: 'ben@shop.example',
    password: 'blue lamps burn',
  });
  const [ana] = await scene.ask<{ id: number }[]>('GET', '/agents');
  await scene.ask('POST', '/inboxes/save', { id: 1, agent_ids: [ana!.id, ben.id] });
  const billing = { name: 'Billing', agent_ids: [ana!.id] };
  const { id: inbox_id } = await scene.ask<{ id: number }>('POST', '/inboxes/save', billing);
  // Of the refunds, Ben may not see two, and has two already.
  const [one, two, three, four] = (await all(scene)).slice(0, 4).map(({ id }) => `/conversations/${id}`);
  for (const path of [one!, two!]) await scene.ask('PUT', path, { inbox_id });
  const had = { assign_to: ben.id, conversation_status_id: status.id };
  for (const path of [three!, four!]) {
    await scene.ask('PUT', path, had);
    await scene.ask('POST', `${path}/tags`, { name: 'refund' });
  }
  const text = 'Dear {customer.first|customer},\n\nhave you found the time to look?';
  await scene.ask('POST', '/saved_replies', { name: 'Chaser', text, owner_id: null });
  return { scene, clock, desk: await scene.openDesk() };
}

/** Chooses by typing in the box that an action opens. */
async function choose(desk: Desk, action: string, foot: string | RegExp, typed: string): Promise<void> {
  desk.press(action);
  await desk.sees(foot);
  desk.type(typed);
  await desk.settled(150);
  desk.press('enter');
}

/** Three customers are asked something: three keys each, without those of the text. Returns their conversations. */
async function answerAndWait({ desk, scene }: Days): Promise<readonly number[]> {
  const asked: number[] = [];
  for (let id = MAILS; id > MAILS - 3; id -= 1) {
    await desk.sees(`#${id} Question ${id - 1}`);
    desk.press('conversation.reply');
    await desk.sees('To  Cleo');
    desk.type(`Which of the two in question ${id - 1}?`);
    desk.press('box.wait');
    await desk.sees(new RegExp(`Replied to #${id}, then: put off until Thu .* 09:00`));
    expect((await scene.sent()).to).toEqual([`c${(id - 1) % CUSTOMERS}@customer.example`]);
    asked.push(id);
  }
  return asked;
}

/** What is done to one refund becomes a macro. */
async function recordMacro({ desk }: Days): Promise<void> {
  await choose(desk, 'list.filter', 'Enter list', ' refund');
  await desk.sees(`#${REFUNDS} Refund`);
  await choose(desk, 'conversation.tag', 'Enter on or off', 'refund');
  desk.press('esc');
  await desk.sees(`Tagged #${REFUNDS}`);
  await choose(desk, 'conversation.assign', 'Enter assign', 'Ben');
  await desk.sees(`Assigned #${REFUNDS} to Ben`);
  desk.press('conversation.status');
  await desk.sees('in progress');
  desk.press(/(\d) +in progress/.exec(desk.text())![1]!);
  await desk.sees(`Set #${REFUNDS} to in progress`);
  desk.press('macro.record');
  await desk.sees('Record a macro: what is it to do?');
  desk.press('3', '2', '1', 's');
  await desk.sees('Name of the saved reply');
  desk.type('Money back');
  desk.press('enter');
  await desk.sees('Saved as Money back');
}

/** The macro runs over all refunds: what the question says before is what happens. */
async function runMacro({ desk, scene }: Days): Promise<void> {
  const before = new Map((await all(scene)).map(one => [one.id, one.version]));
  desk.press('list.mark-all');
  await desk.sees(`${REFUNDS} marked`);
  await choose(desk, 'reply.saved', 'Saved replies', 'money');
  await desk.sees(/Apply Money back to 17/);
  const said = /(\d+) would change, (\d+) are so already, (\d+) not allowed/.exec(desk.text().replaceAll('\n', ' '))!;
  expect(said.slice(1).map(Number)).toEqual([12, 3, 2]);
  desk.press('y');
  await desk.sees('Applied Money back to 12 conversations');
  const changed = async () => (await all(scene)).filter(({ id, version }) => version !== before.get(id));
  await expect.poll(() => changed()).toHaveLength(12);
  await desk.settled(1_000);
  for (const one of await changed()) expect(one).toMatchObject({ tags: ['refund'], status: 'in progress' });
  expect((await changed()).map(({ id }) => id)).toEqual([...Array(12).keys()].map(at => at + 5));
}

test('on working days an answer that waits takes three keys, a macro does what it said, and who is silent is chased', {
  timeout: 180_000,
}, async () => {
  const days = await monday();
  const { scene, desk, clock } = days;
  const [first = 0, second = 0, third = 0] = await answerAndWait(days);
  await recordMacro(days);
  await runMacro(days);
  desk.press('list.unmark', 'view.unresolved');
  await desk.sees(/#\d+ Question/);
  desk.press('cursor.top');

  // In the afternoon, one of the three answers.
  clock.set(MONDAY + 6 * HOUR_MS);
  const text = 'The blue one.';
  scene.write({ id: 'a1', from: customer(first - 1), subject: 'Re: Question', text, answers: scene.relay.taken[0]! });
  await desk.sees('1 new above');
  desk.press('cursor.top');
  await desk.sees(`#${first} Question`);
  await desk.sees('The blue one.');
  expect((await all(scene)).filter(one => one.snoozed).map(({ id }) => id)).toEqual([third, second]);

  // On Thursday, the other two are silent still: they are chased, one after the other.
  clock.set(MONDAY + 3 * DAY_MS + 60_000);
  await desk.sees('2 new above');
  // A clock that jumps by days is known to the desk from the next answer to a call, and an event is none.
  desk.press('refresh', 'cursor.top');
  await desk.sees(/— +3d/);
  for (const id of [third, second]) {
    await desk.sees(`#${id} Question`);
    await choose(desk, 'reply.saved', 'Saved replies', 'chas');
    await desk.sees(`Dear Cleo${(id - 1) % CUSTOMERS},`);
    desk.press('box.wait');
    await desk.sees(new RegExp(`Replied to #${id}, then: put off until Sun .* 09:00`));
    const mail = await scene.sent();
    expect(mail.to).toEqual([`c${(id - 1) % CUSTOMERS}@customer.example`]);
    expect(mail.source.toString()).toContain('have you found the time to look?');
  }
  expect((await all(scene)).filter(one => one.snoozed).map(({ id }) => id)).toEqual([third, second]);
  expect(await all(scene), 'no mail was lost').toHaveLength(MAILS);
  expect([...scene.relay.times.values()], 'each mail left once').toEqual(Array(5).fill(1));
});
