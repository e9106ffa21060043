import { existsSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectAction } from '../../../src/actions/app/connect.ts';
import { createConnector } from '../../../src/cli/desk/connector.ts';
import { signInsPath } from '../../../src/cli/sign-ins.ts';
import { createClient } from '../../../src/client/client.ts';
import { act } from '../../../src/keys/act.ts';
import { reopen } from '../../../src/keys/reopen.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { readPlace } from '../../../src/state/kept/place.ts';
import { deskPlace } from '../../../src/state/place/world-place.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type ServedCenter, servedCenter } from '../../cli/served-center.ts';
import { shellHere } from '../../cli/shell-here.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';
import { written } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const PASSWORD = 'seven blue lanterns';

let elsewhere: ServedCenter;
let desk: Desk;
let handedOver: string[];

beforeEach(async () => {
  vi.stubEnv('XDG_STATE_HOME', temporaryFolder());
  elsewhere = await servedCenter();
  await elsewhere.call('PUT', `/agents/${elsewhere.adminId}`, { body: { password: PASSWORD } });
  handedOver = [];
  desk = openDesk();
  act(desk, connectAction);
});

function openDesk(): Desk {
  const { now, elapsed, setTimer } = handClock();
  const opened = createDesk({
    keyNames,
    client: createClient({ baseUrl: 'http://here', token: () => 'here', answer: () => expect.fail('asks here') }),
    center: safeLine('embedded help center'),
    now,
    elapsed,
    newKey: () => 'key',
    setTimer,
    hooks: {
      connector: createConnector(shellHere().shell, undefined),
      handOver: async url => void handedOver.push(url),
    },
  });
  onTestFinished(() => {
    opened.stop();
    vi.unstubAllEnvs();
  });
  return opened;
}

function write(text: string): void {
  press(desk, ...text, 'enter');
}

function box() {
  return written(desk)!;
}

test('an agent who has signed in goes on at that help center', async () => {
  write(elsewhere.url);
  write('ada@desk.example');
  write(PASSWORD);
  await expect.poll(() => handedOver).toEqual([elsewhere.url]);
  expect(desk.world().overlays).toEqual([]);
  expect(desk.world().notice?.text).toContain(
    'as Ada Admin (admin). frontdesk opens it from now on, until frontdesk logout.',
  );
});

test('an agent who leaves the box while it signs in stays here, and goes there at the next start', async () => {
  write(elsewhere.url);
  write('ada@desk.example');
  write(PASSWORD);
  press(desk, 'esc');
  await expect.poll(() => desk.world().notice?.text).toContain('Signed in to');
  expect(handedOver).toEqual([]);
  expect(existsSync(signInsPath())).toBe(true);
});

test('a wrong password is typed again; an address that is not reached stays, with the reason', async () => {
  write(elsewhere.url);
  write('ada@desk.example');
  write('wrong');
  await expect.poll(() => box().fault).toContain('password');
  expect([box().draft.text, box().isSecret]).toEqual(['', true]);
  await elsewhere.stop();
  write(PASSWORD);
  await expect.poll(() => box().fault).toContain(new URL(elsewhere.url).host);
  expect(box().draft.text).toBe(PASSWORD);
  press(desk, 'esc', 'esc');
  expect(box().draft.text).toBe(elsewhere.url);
  expect([existsSync(signInsPath()), handedOver]).toEqual([false, []]);
});

test('a kill while the password is written, or on its way, loses the password alone', () => {
  write(elsewhere.url);
  write('ada@desk.example');
  press(desk, ...PASSWORD);
  for (const keys of [[], ['enter']]) {
    press(desk, ...keys);
    const kept = JSON.stringify(deskPlace(desk.world()));
    expect(kept).not.toContain(PASSWORD);
    const next = openDesk();
    reopen(next, readPlace(JSON.parse(kept))!.boxes, [connectAction]);
    expect(written(next)).toMatchObject({ id: 'connect.password', draft: { text: '' } });
    expect(next.world().notice?.text).toBe('Open again: Connect to a help center… · a password or token is never kept');
    press(next, 'esc');
    expect(written(next)!.draft.text).toBe('ada@desk.example');
    press(next, 'esc');
    expect(written(next)!.draft.text).toBe(elsewhere.url);
  }
});

test.for([
  ['http://192.0.2.1', 'not encrypted'],
  ['ftp://help.shop.example', 'not an address'],
  ['https://ana:secret@help.shop.example', 'name and the password'],
  ['two words', 'not an address'],
])('%s is refused before anything is asked: %s', ([typed, why]) => {
  write(typed!);
  expect(box().fault).toContain(why);
  expect(box().draft.text).toBe(typed);
});
