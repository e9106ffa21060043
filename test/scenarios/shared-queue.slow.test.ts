import { expect, test } from 'vitest';
import { type AnswerScene, openAnswerScene } from './answer-scene.ts';

const MAILS = 60;
const AGENTS = ['Ben', 'Cleo', 'Dora'];
const PASSWORD = 'blue lamps burn at night';

type Desk = Awaited<ReturnType<AnswerScene['openDesk']>>;

/** Sixty customers have written, and three agents sit at their desks. */
async function open() {
  const scene = await openAnswerScene({ send_delay: 0 });
  for (let at = 0; at < MAILS; at += 1)
    scene.write({
      id: `m${at}`,
      from: `Customer ${at} <c${at}@customer.example>`,
      subject: `Case ${at}`,
      text: 'Hello?',
    });
  await expect.poll(() => scene.ask<unknown[]>('GET', '/conversations?limit=200')).toHaveLength(MAILS);
  const agents: { name: string; id: number; desk: Desk }[] = [];
  for (const name of AGENTS) {
    const email = `${name.toLowerCase()}@shop.example`;
    const person = { name, email, role: 'admin', password: PASSWORD };
    const { id } = await scene.ask<{ id: number }>('POST', '/agents', person);
    const { access_token: token } = await scene.ask<{ access_token: string }>('POST', '/login', {
      email,
      password: PASSWORD,
    });
    agents.push({ name, id, desk: await scene.openDesk(token) });
  }
  return { scene, agents };
}

/** Answers one conversation after the other until nothing waits; returns how many, and the summary. */
async function work(desk: Desk, name: string): Promise<{ answered: number; summary: string }> {
  const isOver = () => /Nothing waits for you/.exec(desk.text()) !== null;
  desk.press('queue.begin');
  for (let answered = 0; ; answered += 1) {
    await desk.until(() => isOver() || / left ·/.test(desk.text()), 'nothing came');
    if (isOver()) return { answered, summary: desk.text() };
    const [, id] = /#(\d+) Case/.exec(desk.text())!;
    desk.press('conversation.reply');
    await desk.sees('REPLY ·');
    desk.type(`${name} answers ${id}.`);
    await desk.sees(`${name} answers ${id}.`);
    desk.press('ctrl-d');
    await desk.until(() => isOver() || !desk.text().includes(`#${id} Case`), 'it stays');
  }
}

test('three agents share a queue of 60: no conversation is answered twice, and each summary is right', {
  timeout: 240_000,
}, async () => {
  const { scene, agents } = await open();
  const done = await Promise.all(agents.map(({ desk, name }) => work(desk, name)));
  expect(done.reduce((sum, { answered }) => sum + answered, 0)).toBe(MAILS);
  for (const { answered, summary } of done) {
    expect(answered, 'each of them has a share').toBeGreaterThan(5);
    expect(summary).toContain(`: ${answered} answered`);
  }
  await expect.poll(() => scene.relay.taken).toHaveLength(MAILS);
  expect(new Set(scene.relay.taken.flatMap(({ to }) => to)).size).toBe(MAILS);
  expect([...scene.relay.times.values()].every(times => times === 1)).toBe(true);
  // The lead's numbers say the same.
  const { rows } = await scene.ask<{ rows: { agent_id: number | null; answered: number; left: number }[] }>(
    'GET',
    '/numbers',
  );
  for (const [at, { id }] of agents.entries())
    expect(rows.find(({ agent_id }) => agent_id === id)).toMatchObject({ answered: done[at]!.answered });
  expect(rows.reduce((sum, { left }) => sum + left, 0)).toBe(MAILS);
  const all = await scene.ask<{ assign_to: number }[]>('GET', '/conversations?limit=200');
  for (const [at, { id }] of agents.entries())
    expect(all.filter(({ assign_to }) => assign_to === id)).toHaveLength(done[at]!.answered);
});
