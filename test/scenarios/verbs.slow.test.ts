import { describe, expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';
import { furnish, type Held, type Step, type Verb, verbs } from './verbs.ts';

const titles = ['Refund for order 7741', 'Where is my parcel?', '配送先を変更したい'] as const;

async function scene(verb: Verb) {
  const backstage = await openBackstage();
  await furnish(backstage);
  const ids: number[] = [];
  for (const title of titles) {
    const id = await backstage.conversation(title);
    await verb.prepare?.(backstage, id);
    ids.push(id);
  }
  const desk = await openDesk(backstage, { args: verb.view === undefined ? [] : ['--view', verb.view] });
  await desk.sees(titles[0]);
  // The newest stands first: the cursor is on the last one.
  return { backstage, desk, ids: ids.toReversed() };
}

async function walk(desk: Terminal, steps: readonly Step[]) {
  for (const step of steps) {
    if ('press' in step) desk.press(step.press);
    else if ('type' in step) desk.type(step.type);
    else await desk.sees(step.sees);
    if (!('sees' in step)) await desk.settled(60);
  }
}

function held(backstage: Backstage, id: number) {
  return backstage.ask<Held>('GET', `/conversations/${id}`);
}

async function becomes(backstage: Backstage, ids: readonly number[], isSo: (held: Held) => boolean, what: string) {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const now = await Promise.all(ids.map(id => held(backstage, id)));
    if (now.every(isSo)) return;
    if (Date.now() > giveUpAt) throw new Error(`${what}: ${JSON.stringify(now)}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

describe.for(verbs)('$action: $sentence', verb => {
  const isUndone = (conversation: Held) => !verb.isDone(conversation);

  test('acts on the row, then only on the marked rows, each undone by one z; if the row was merged away, it asks', async () => {
    const { backstage, desk, ids } = await scene(verb);
    for (const count of verb.isSingle ? [1] : [1, 2]) {
      if (count === 2) {
        desk.press('cursor.top', 'list.mark', 'list.mark');
        await desk.sees('2 marked');
      }
      await walk(desk, verb.steps);
      await becomes(backstage, ids.slice(0, count), verb.isDone, 'a row was not done');
      await becomes(backstage, ids.slice(count), isUndone, 'another row was done');
      desk.press('undo');
      await desk.sees('Undone');
      await becomes(backstage, ids, isUndone, 'it was not taken back');
      desk.press('list.unmark');
    }
    await backstage.ask('POST', `/conversations/${ids[2]}/merge`, { conversation_ids: [ids[0]] });
    desk.press('cursor.top');
    await desk.settled(60);
    await walk(desk, verb.steps);
    if (verb.follows) await desk.sees(`#${ids[0]} was merged into #${ids[2]}, your change went there`);
    else {
      await desk.sees(`${verb.refusal} yet. #${ids[0]}: It was merged into #${ids[2]} since.`);
      desk.press('open');
      await desk.sees('t  leave it');
      desk.press('t');
      await desk.sees('Not sent: ');
    }
    await desk.sees(titles[2]);
    const survivor = await held(backstage, ids[2]!);
    expect([(await held(backstage, ids[0]!)).merged_into, verb.isDone(survivor)]).toEqual([
      ids[2],
      verb.follows === true,
    ]);
  });
});
