import { expect, onTestFinished, test } from 'vitest';
import type { Conversation, HistoryEntry } from '../../src/contract/model.ts';
import { type FarCenter, openFarCenter, openFarDesk, openWay, SLOW_LINE, type Way } from '../harness/far-desk.ts';
import type { Terminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const WITHIN = { within: 60_000 };

interface Side {
  readonly desk: Terminal;
  readonly way: Way;
}

async function openSide(center: FarCenter, token: string, name: string): Promise<Side> {
  const way = await openWay(center, { tls: true, limits: SLOW_LINE });
  const desk = openFarDesk({ ...center, token }, way, name, { args: ['--link', 'fast', '--layout', 'stacked'] });
  onTestFinished(() => way.close());
  await desk.sees(/1 of \d/, WITHIN);
  return { desk, way };
}

/** What a row says from its number on; its signs are of each agent alone. */
function rowOf({ desk }: Side, id: number): string {
  return desk.row(new RegExp(` ${id} `)).text.slice(4);
}

async function addTag({ desk }: Side, tag: string): Promise<void> {
  desk.press('conversation.tag');
  await desk.sees('Enter on or off', WITHIN);
  desk.type(tag);
  await desk.sees(`> ${tag}`, WITHIN);
  desk.press('enter', 'esc');
  await desk.seesNot('Enter on or off', WITHIN);
}

test('two agents with cut lines add one tag and take one conversation: nothing is lost, one is asked, both end with the same', async () => {
  const center = await openFarCenter(temporaryFolder(), 12);
  onTestFinished(() => center.serving.kill());
  const [top] = await center.ask<Conversation[]>('GET', '/conversations?limit=1');
  const id = top!.id;
  const sides = [await openSide(center, center.token, 'mia'), await openSide(center, center.anasToken, 'ana')] as const;
  await Promise.all(sides.map(side => addTag(side, 'fragile')));
  for (const { desk, way } of sides) {
    way.line.cut();
    desk.press('conversation.assign-me');
    way.line.cut();
  }
  const asks = ({ desk }: Side) => /\d asks\b/.test(desk.text());
  await expect.poll(() => sides.filter(asks).length, { timeout: 60_000 }).toBe(1);
  const asked = sides.find(asks)!;
  const other = sides.find(side => side !== asked)!;
  const taken = await center.ask<Conversation>('GET', `/conversations/${id}`);
  expect(taken.tags.filter(tag => tag === 'fragile')).toHaveLength(1);
  // The desk of the second one says who was first, and keeps what was wanted until it is decided.
  asked.desk.press('palette');
  asked.desk.type('Changes that ask');
  await asked.desk.sees('> Changes that ask', WITHIN);
  await asked.desk.settled(60);
  asked.desk.press('enter');
  await asked.desk.sees(`#${id} was changed since`, WITHIN);
  await asked.desk.sees(/you assigned (\S+ \S+), .* assigned/, WITHIN);
  asked.desk.press('m');
  await asked.desk.seesNot(/\d asks\b|\d unsent/, WITHIN);
  await expect
    .poll(async () => (await center.ask<Conversation>('GET', `/conversations/${id}`)).assign_to, { timeout: 60_000 })
    .not.toBe(taken.assign_to);
  const history = await center.ask<HistoryEntry[]>('GET', `/conversations/${id}/history?limit=100`);
  expect(
    history.filter(({ event, changes }) => event === 'tag.added' && /fragile/.test(JSON.stringify(changes))),
  ).toHaveLength(1);
  await expect.poll(() => rowOf(other, id), { timeout: 60_000 }).toBe(rowOf(asked, id));
  expect(rowOf(other, id)).toContain('fragile');
  for (const { desk } of sides) expect(desk.text()).not.toMatch(/\d unsent|\d asks\b/);
}, 240_000);
