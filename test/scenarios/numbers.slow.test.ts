import { expect, test } from 'vitest';
import { costOf } from '../harness/cost.ts';
import { openWatchedCenter } from './watched-center.ts';

const SIZE = { columns: 120, rows: 30 };
const NAMES = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jana'];

/** A help center with ten agents, each of whom has answered and closed, and has one conversation left. */
async function scene() {
  const center = await openWatchedCenter();
  const tokens: string[] = [];
  for (const [at, name] of NAMES.entries()) {
    const { id, token } = await center.agent(name, 'admin');
    tokens.push(token);
    for (let count = 0; count <= at % 3; count += 1) {
      const made = await center.ask<{ id: number }>('POST', '/conversations', { title: `Parcel of ${name}` });
      const path = `/conversations/${made.id}`;
      await center.ask('POST', `${path}/messages`, { body_text: 'It is on its way.' }, token);
      await center.ask('PUT', path, { assign_to: id, conversation_status_id: count === 0 ? 1 : 2 }, token);
    }
  }
  const desk = await center.openDesk(tokens[1]!, SIZE);
  await desk.sees('Parcel of Jana');
  await desk.settled(300);
  return { center, desk, token: tokens[1]! };
}

test('the numbers of ten agents cost at most 1,200 bytes, and the open conversations of one are listed', async () => {
  const { desk } = await scene();
  const { bytes } = await costOf(desk, SIZE, () => desk.press('numbers'), {
    quietMs: 300,
    sees: /CAME +ANSWERED/,
    hasFloor: false,
  });
  await desk.sees('Numbers of 7 days, by agent');
  const rows = desk.screen().map(line => line.trim().split(/\s+/));
  expect(rows).toContainEqual([
    'CAME',
    'ANSWERED',
    'MEDIAN',
    '90%',
    'CLOSED',
    'MEDIAN',
    'REOPENED',
    'LEFT',
    'RATED',
    'MEAN',
  ]);
  expect(rows).toContainEqual(['Cleo', '3', '3', '<1m', '<1m', '2', '<1m', '0', '1', '0', '–']);
  expect(bytes).toBeLessThanOrEqual(1_200);
  desk.press('i');
  await desk.sees('Numbers of 7 days, by inbox');
  desk.press('m');
  await desk.sees('Numbers of 30 days, by inbox');
  desk.press('a', 'w');
  await desk.sees('Numbers of 7 days, by agent');
  desk.press('enter');
  await desk.sees('List what a number counts');
  desk.type('xyz');
  await desk.sees('No number matches.');
  desk.press('ctrl-u');
  desk.type('cleo closed');
  await desk.seesNot('answered');
  desk.press('enter');
  await desk.seesNot('List what a number counts');
  await desk.sees('Parcel of Cleo');
  await desk.seesNot('Parcel of Ana');
  expect(
    desk.screen().filter(line => line.includes('Parcel of Cleo') && !line.includes('#')),
    'two were closed',
  ).toHaveLength(2);
});

test('without a link the page shows what was last said, and how old it is', async () => {
  const { center, desk, token } = await scene();
  desk.press('numbers');
  await desk.sees('Cleo');
  desk.press('esc', 'quit');
  await desk.exit();
  center.refuse(/(?:)/, 0);
  const offline = await center.openDesk(token, SIZE);
  await offline.sees('Parcel of Jana');
  offline.press('numbers');
  await offline.sees('Cleo');
  await offline.sees('as of');
  offline.press('t');
  await offline.seesNot('Reading…');
});

test('a help center without numbers says so once', async () => {
  const { center, desk } = await scene();
  center.refuse(/^GET .numbers/);
  desk.press('numbers');
  await desk.sees('This help center keeps no numbers.');
  desk.press('esc');
  await desk.seesNot('keeps no numbers');
  desk.press('numbers');
  await desk.sees('This help center keeps no numbers.');
});
