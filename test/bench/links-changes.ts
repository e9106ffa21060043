import { setTimeout as sleep } from 'node:timers/promises';
import { type FarCenter, openFarDesk, openWay } from './far-desk.ts';
import { bytesOf, kB, restOf, tellCalls, type WayCost, wayCost } from './far-desk-cost.ts';
import { figure } from './figures.ts';
import { hasList } from './links-start.ts';

/** Longer than the desk waits before it reads counts again. */
const AFTERWARDS_MS = 16_000;
const THREAD = /^GET \/conversations\/\d+(?:\/(?:messages|notes))?(?:\?|$)/;

/** What changes cost a desk whose list is on the screen: others' and its own, and a conversation opened again. */
export async function changes(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  const desk = openFarDesk(center, way, 'changes', { args: ['--link', 'fast'] });
  await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
  await restOf(way, 3_000);
  const shown = Number(/│\D{0,6}(\d+) /.exec(desk.screen()[1] ?? '')?.[1]);
  const cost = (act: () => unknown) => wayCost(way, act, () => sleep(AFTERWARDS_MS));

  const opened = await cost(() => desk.press('j'));
  tell('a conversation opened', '–', opened);
  tell('one that was open before, unchanged', '0 bytes', await cost(() => desk.press('k')));

  const listed = await center.ask<{ id: number }[]>('GET', '/conversations?limit=12&not[status][]=closed');
  const other = listed.at(8)!.id;
  tell(
    'a foreign change of a row',
    '≤ 1 kB',
    await cost(() => center.ask('POST', `/conversations/${other}/tags`, { name: 'vip' })),
  );
  tell('a foreign message elsewhere', '≤ 1 kB', await cost(() => say(center, other)));
  tell('a foreign message in the open conversation', '–', await cost(() => say(center, shown)));

  for (const [key, what] of [
    ['e', 'archived'],
    ['z', 'undone'],
  ] as const) {
    const own = await cost(() => desk.press(key));
    const writes = own.exchanges.filter(({ called }) => !called.startsWith('GET '));
    const threads = own.exchanges.filter(({ called }) => THREAD.test(called));
    const requests = writes.reduce((sum, { request }) => sum + request.length, 0);
    const rest = own.up + own.down - requests - bytesOf(threads);
    tell(
      `own change (${what})`,
      '≤ 1 kB',
      own,
      `${kB(rest)} + request ${kB(requests)}, thread ${kB(bytesOf(threads))}`,
    );
  }
  desk.type('q');
  await desk.exit();
  await way.close();
}

function say(center: FarCenter, id: number): Promise<unknown> {
  return center.ask('POST', `/conversations/${id}/messages`, { body_text: 'Is there any news about my order?' });
}

function tell(what: string, asked: string, { up, down, exchanges }: WayCost, measured = kB(up + down)): void {
  figure(what, asked, measured);
  tellCalls(exchanges);
}
