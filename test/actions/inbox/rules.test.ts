import { expect, onTestFinished, test } from 'vitest';
import { ruleEdit, ruleList } from '../../../src/actions/inbox/rules.ts';
import { act } from '../../../src/keys/act.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { paste, press } from '../../harness/press.ts';
import { type MacroCenter, macroCenter } from '../../state/macro/macro-desk.ts';
import { rowsOf } from '../../ui/screen.tsx';

async function open() {
  const bench = await macroCenter();
  onTestFinished(bench.center.close);
  const desk = await bench.openDesk([]);
  onTestFinished(desk.stop);
  return { ...bench, desk };
}

function shown(desk: Desk): string {
  return rowsOf(desk).join('\n');
}

async function rule({ call }: MacroCenter, name: string, more: object = {}) {
  return call('POST', '/rules', { name, do: { add_tags: ['acme'] }, ...more });
}

async function rulesNow({ call }: MacroCenter) {
  return (await call('GET', '/rules')) as { id: number; name: string; enabled: boolean }[];
}

test('rules stand in their order, with what each is about and does, and why one is skipped', async () => {
  const bench = await open();
  const { desk, center, call, idle } = bench;
  await rule(bench, 'Acme', { when: { from: '@acme.example' } });
  await rule(bench, 'All', { enabled: false });
  await rule(bench, 'Ben', { do: { assign_to: center.agentId } });
  await call('PUT', `/agents/${center.agentId}`, { disabled: true });
  press(desk, 'inbox.administer', 'r');
  await idle();
  expect(shown(desk)).toMatch(/Acme +from:@acme\.example → tag:acme/);
  expect(shown(desk)).toMatch(/All +off · each message of a customer → tag:acme/);
  expect(shown(desk)).toMatch(/Ben +skipped · /);
  press(desk, 'j', 'j');
  expect(shown(desk)).toContain(`Skipped: agent ${center.agentId} is disabled`);
});

test('a rule is made in words, and a word that means nothing leads back to its row', async () => {
  const bench = await open();
  const { desk, idle } = bench;
  act(desk, ruleEdit);
  paste(desk, 'Acme');
  press(desk, 'tab');
  paste(desk, 'from:@acme.example');
  press(desk, 'tab');
  paste(desk, 'assign:nobodyhere');
  press(desk, 'ctrl-d');
  await idle();
  expect(shown(desk)).toContain('Unknown agent "nobodyhere"');
  expect(await rulesNow(bench)).toEqual([]);
  press(desk, 'ctrl-u');
  paste(desk, 'tag:acme archive');
  press(desk, 'ctrl-d');
  await idle();
  expect(await rulesNow(bench)).toMatchObject([
    { name: 'Acme', when: { from: '@acme.example' }, do: { add_tags: ['acme'], archived: true }, enabled: true },
  ]);
});

test('one is changed, switched off and on, moved and deleted', async () => {
  const bench = await open();
  const { desk, idle } = bench;
  await rule(bench, 'First');
  await rule(bench, 'Second');
  act(desk, ruleList);
  await idle();
  press(desk, 'enter');
  await idle();
  paste(desk, ' of all');
  press(desk, 'ctrl-d');
  await idle();
  press(desk, 'o');
  await idle();
  expect(await rulesNow(bench)).toMatchObject([{ name: 'First of all', enabled: false }, { name: 'Second' }]);
  press(desk, 'o');
  await idle();
  press(desk, 'J');
  await idle();
  expect(await rulesNow(bench)).toMatchObject([{ name: 'Second' }, { name: 'First of all', enabled: true }]);
  press(desk, 'D', 'y');
  await idle();
  expect(await rulesNow(bench)).toHaveLength(1);
});

test('only the changed field is sent, so that what another admin wrote meanwhile stays', async () => {
  const bench = await open();
  const { desk, call, idle } = bench;
  const { id } = await rule(bench, 'Acme');
  act(desk, ruleList);
  await idle();
  press(desk, 'enter');
  await idle();
  await call('PUT', `/rules/${id}`, { do: { add_tags: ['theirs'] } });
  paste(desk, ' Ltd');
  press(desk, 'ctrl-d');
  await idle();
  expect(await rulesNow(bench)).toMatchObject([{ name: 'Acme Ltd', do: { add_tags: ['theirs'] } }]);
});

test('an agent who is not an admin, and a help center without rules, are told why', async () => {
  const { desk } = await open();
  const why = () => ruleList.unavailable?.(desk.world());
  expect(why()).toBeUndefined();
  desk.set({ me: { ...desk.world().me!, role: 'agent' } });
  expect(why()).toBe('Only admins see the rules. Ask one of them.');
});
