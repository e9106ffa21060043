import { expect, test } from 'vitest';
import type { Action } from '../../src/keys/action.ts';
import { begin } from '../../src/keys/flow.ts';
import { reopen } from '../../src/keys/reopen.ts';
import { sentLine } from '../../src/keys/sent-line.ts';
import type { AdministrationReply } from '../../src/state/administration/administer.ts';
import type { Desk } from '../../src/state/desk.ts';
import { readPlace } from '../../src/state/kept/place.ts';
import { deskPlace } from '../../src/state/place/world-place.ts';
import { t } from '../../src/text/safe.ts';
import { askedId, written } from '../harness/open-box.ts';
import { paste, press } from '../harness/press.ts';
import { bareWorld, fakeDesk } from '../ui/world.ts';

const LOST: AdministrationReply<unknown> = { reason: t`No answer.`, faults: {}, isTransient: true };
const REFUSED: AdministrationReply<unknown> = { reason: t`Taken.`, faults: {}, isTransient: false };

/** A line whose texts are answered so, one after the other; the last answer stays. */
function scene(...answers: readonly AdministrationReply<unknown>[]) {
  const sent: string[] = [];
  const flow = sentLine({
    id: 'agent.name',
    title: () => t`Name`,
    verb: t`take`,
    send: async (_desk, text, _data, key) => {
      sent.push(`${text} ${key}`);
      return answers[Math.min(sent.length, answers.length) - 1]!;
    },
    done: text => t`Taken: ${text}`,
    reread: () => undefined,
  });
  const action: Action<'agent.name'> = {
    id: 'agent.name',
    title: t`Name`,
    help: t`Takes a name`,
    run: () => undefined,
    flows: [flow],
  };
  let keys = 0;
  const open = (): Desk => {
    const { desk } = fakeDesk(bareWorld({ columns: 80, rows: 24 }));
    return { ...desk, newKey: () => `key-${++keys}` };
  };
  return { sent, flow, action, open };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test('after a lost answer the same text has the same key, also in the next desk, and another text another', async () => {
  const { sent, flow, action, open } = scene(LOST);
  const desk = open();
  begin(desk, flow);
  paste(desk, 'a');
  press(desk, 'enter');
  await settled();
  expect(written(desk)).toMatchObject({ draft: { text: 'a' }, fault: 'No answer. Enter tries again.' });
  const next = open();
  reopen(next, readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))))!.boxes, [action]);
  press(next, 'enter');
  await settled();
  paste(next, 'b');
  press(next, 'enter');
  await settled();
  expect(sent).toEqual(['a key-1', 'a key-1', 'ab key-2']);
});

test('after a refusal the same text has another key', async () => {
  const { sent, flow, open } = scene(REFUSED, { value: undefined });
  const desk = open();
  begin(desk, flow);
  paste(desk, 'a');
  press(desk, 'enter');
  await settled();
  expect(written(desk)).toMatchObject({ fault: 'Taken.' });
  press(desk, 'enter');
  await settled();
  expect(sent).toEqual(['a key-1', 'a key-2']);
  expect([askedId(desk), desk.world().notice?.text]).toEqual([undefined, 'Taken: a']);
});

test('a change sent before the agent left the line is told when it is done', async () => {
  const { flow, open } = scene({ value: undefined });
  const desk = open();
  begin(desk, flow);
  paste(desk, 'a');
  press(desk, 'enter', 'esc', 'esc');
  expect(askedId(desk)).toBeUndefined();
  await settled();
  expect(desk.world().notice?.text).toBe('Taken: a');
});
