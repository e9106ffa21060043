import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage } from './open-desk.ts';

/** What these scenarios read of an inbox. */
export interface Inbox {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly emails: readonly { readonly email: string; readonly status: string }[];
}

/** A help center in which somebody has written already. */
export async function scene(): Promise<Backstage> {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  return backstage;
}

/** Makes inboxes of these names; returns their ids. */
export async function make(backstage: Backstage, ...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await backstage.ask<Inbox>('POST', '/inboxes', { name })).id);
  return ids;
}

/** A key without an effect on the screen is not waited for any longer. */
const EFFECT_MS = 1_000;

/** Presses keys one after another, as a person does who looks at the screen. */
export async function press(desk: Terminal, ...names: string[]): Promise<void> {
  for (const name of names) {
    const before = desk.bytes();
    desk.press(name);
    for (let waited = 0; desk.bytes() === before && waited < EFFECT_MS; waited += 10) await sleep(10);
    await desk.settled(40);
  }
}

/** Opens the administration. */
export async function administer(desk: Terminal): Promise<void> {
  await press(desk, 'inbox.administer');
  await desk.sees('a new');
}

/** Puts the cursor of the box on the row with this text; the cursor is above it. */
export async function goDownTo(desk: Terminal, text: string): Promise<void> {
  const row = () => /│▌. (.*)/.exec(desk.text())?.[1] ?? '';
  await desk.until(() => row() !== '', 'The box never showed its cursor');
  for (let step = 0; step < 20 && !row().startsWith(text); step++) await press(desk, 'j');
  expect(row()).toContain(text);
}

/** Types a text, and waits until it is on the screen: with Enter in one read it would count as pasted. */
export async function type(desk: Terminal, text: string, shown = text): Promise<void> {
  await desk.settled(40);
  desk.type(text);
  await desk.sees(shown);
}

/** Types a text and presses Enter. */
export async function typed(desk: Terminal, text: string, shown = text): Promise<void> {
  await type(desk, text, shown);
  await press(desk, 'enter');
}

/** Gives the keys to the row of a form with this label, by Tab. */
export async function goToField(desk: Terminal, label: string): Promise<void> {
  const now = () => {
    const above = desk.screen().slice(0, desk.cursor().y + 1);
    return above.flatMap(row => /[│|][*! ] (?:\s*(?=\[ )|(?=\S))([^│|]*)[│|]\s*$/.exec(row)?.[1] ?? []).at(-1) ?? '';
  };
  await desk.sees('Ctrl-d s');
  await desk.settled(200);
  for (let step = 0; step < 20 && !now().startsWith(label); step++) {
    await press(desk, 'tab');
    await desk.settled(200);
  }
  expect(now()).toContain(label);
}

/** Goes to a row of a form, and replaces the text in its line. */
export async function filled(desk: Terminal, label: string, text: string): Promise<void> {
  await goToField(desk, label);
  await press(desk, 'end', 'ctrl-u');
  await type(desk, text);
}

/** Goes to a row of a form, and writes a text of many lines. */
export async function filledLong(desk: Terminal, label: string, text: string): Promise<void> {
  await goToField(desk, label);
  await type(desk, text, `│    ${text} `);
}

/** Opens the row at the cursor and replaces its text. */
export async function written(desk: Terminal, text: string): Promise<void> {
  await press(desk, 'enter', 'ctrl-u');
  await typed(desk, text, `│ ${text} `);
}

/** Goes to a row of a form, and switches the one of this name on or off. */
export async function chosen(desk: Terminal, label: string, name: string): Promise<void> {
  await goToField(desk, label);
  await desk.sees(name);
  const beginning = name.slice(0, 3).toLowerCase();
  await type(desk, beginning, `> ${beginning} `);
  await press(desk, 'enter');
}

/** Makes an agent and a team that he is in; returns their ids by name. */
export async function people(backstage: Backstage) {
  const bob = await backstage.ask<{ id: number }>('POST', '/agents', {
    name: 'Bob Stone',
    email: 'bob@shop.example',
    password: 'a long enough phrase for bob',
  });
  const team = await backstage.ask<{ id: number }>('POST', '/teams', { name: 'Warehouse', agent_ids: [bob.id] });
  return { 'Bob Stone': bob.id, Warehouse: team.id };
}
