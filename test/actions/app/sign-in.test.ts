import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import type { TokenHolder } from '../../../src/state/host.ts';
import { followSignOut } from '../../../src/state/place/sign-out.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';
import { askedId, linesIn, titleIn, written } from '../../harness/open-box.ts';
import { paste, press } from '../../harness/press.ts';

const PASSWORD = 'seven blue lanterns';

let center: OpenCenter;
let desk: Desk;
let token: string;
let id: number;
/** The requests that carried a change, with the token that they had. */
let carried: string[];
/** The answer of somebody between the desk and the help center. */
let between: ((request: Request) => Response | undefined) | undefined;
let keep: TokenHolder['keep'];
/** What else the desk's holder of the token can do. */
let more: Partial<TokenHolder>;

beforeEach(async () => {
  center = await openCenter();
  for (const agent of [center.adminId, center.agentId])
    await center.call('PUT', `/agents/${agent}`, { body: { password: PASSWORD } });
  token = await login('ada@desk.example');
  id = (await center.call('POST', '/conversations', { body: { title: 'Refund', inbox_id: center.inboxId } })).body.data
    .id;
  carried = [];
  between = undefined;
  keep = undefined;
  more = {};
});
afterEach(async () => {
  desk.stop();
  await center.close();
});

async function login(email: string): Promise<string> {
  const { body } = await center.call('POST', '/login', { as: 'nobody', body: { email, password: PASSWORD } });
  return body.data.access_token;
}

async function open(): Promise<void> {
  const clock = handClock(center.clock.now);
  const clientOf = (bearer: () => string) =>
    createClient({
      baseUrl: 'http://desk.example',
      token: bearer,
      fetch: async request => {
        const isChange = request.method !== 'GET' && !/log(in|out)$/.test(request.url);
        if (isChange) carried.push(request.headers.get('authorization')!.replace('Bearer ', ''));
        return between?.(request) ?? center.center.fetch(request);
      },
    });
  let keys = 0;
  desk = createDesk({
    keyNames,
    client: clientOf(() => token),
    center: safeLine('desk.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => `key-${keys++}`,
    setTimer: clock.setTimer,
    hooks: {
      token: {
        source: t`FRONTDESK_TOKEN`,
        clientWith: other => clientOf(() => other),
        take: next => {
          token = next;
        },
        ...(keep ? { keep } : {}),
        ...more,
      },
    },
  });
  await loadPlaces(desk);
  await openList(desk, unresolved);
}

function write(text: string): void {
  press(desk, ...text, 'enter');
}
function box() {
  return written(desk)!;
}
async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}
async function revoke(): Promise<void> {
  await center.call('POST', '/logout', { as: token as `fd${string}` });
}
async function waitsForSignIn(): Promise<void> {
  await revoke();
  press(desk, 'conversation.assign-me');
  await until(() => desk.world().pending[0]?.problem !== null);
  expect(desk.world().pending).toHaveLength(1);
}
async function assignee(): Promise<number | null> {
  return (await center.call('GET', `/conversations/${id}`)).body.data.assign_to;
}

test('with the password, the desk goes on with a new token, and waiting changes are sent once', async () => {
  await open();
  await waitsForSignIn();
  const former = token;
  press(desk, 'sign-in', '1');
  expect(titleIn(desk)).toBe('Password of ada@desk.example');
  write(PASSWORD);
  expect(box()).toMatchObject({ isSecret: true, id: 'sign-in.password' });
  await until(() => desk.world().pending.length === 0);
  expect(token).not.toBe(former);
  expect(carried).toEqual([former, token]);
  expect(await assignee()).toBe(center.adminId);
  expect(titleIn(desk)).toBe('Signed in as Ada Admin · 1 change goes out');
  expect(linesIn(desk).join(' ')).toContain('FRONTDESK_TOKEN still has the former token');
  press(desk, 'y');
  expect(desk.world().overlays).toEqual([]);
});

test('with a pasted token of the same agent, too', async () => {
  await open();
  await waitsForSignIn();
  const other = await login('ada@desk.example');
  press(desk, 'sign-in', '2');
  paste(desk, `${other}\n`);
  expect(box().isSecret).toBe(true);
  press(desk, 'enter');
  await until(() => desk.world().pending.length === 0);
  expect([token, carried.at(-1)]).toEqual([other, other]);
});

test.each(['the password', 'a token'])(
  'another agent’s sign-in is refused, by %s: nothing goes out under it',
  async how => {
    await open();
    await waitsForSignIn();
    const former = token;
    if (how === 'a token') {
      press(desk, 'sign-in', '2');
      write(await login('ben@desk.example'));
    } else {
      desk.set({ me: { ...desk.world().me!, email: t`ben@desk.example` } });
      press(desk, 'sign-in', '1');
      write(PASSWORD);
    }
    await until(() => box()?.fault !== undefined);
    expect(box().fault).toBe(
      '1 change of Ada Admin waits here, and nothing was sent as Ben Agent. Quit first, then start as Ben Agent.',
    );
    press(desk, 'esc', 'esc', 'refresh');
    await until(() => desk.world().pending[0]?.state === 'waiting');
    expect(token).toBe(former);
    expect(new Set(carried)).toEqual(new Set([former]));
    expect(await assignee()).toBeNull();
  },
);

test('a wrong password is typed again, and too many are refused, both in the help center’s words', async () => {
  await open();
  await revoke();
  press(desk, 'sign-in', '1');
  for (let count = 0; count < 5; count += 1) {
    write('wrong password');
    await until(() => box().isBusy !== true);
    expect(box()).toMatchObject({ draft: { text: '' }, fault: 'The email or the password is wrong.' });
  }
  write('wrong password');
  await until(() => /too many/i.test(box().fault ?? ''));
});

test('without an answer, the box stays open with the typed text', async () => {
  await open();
  between = request => {
    if (!request.url.endsWith('/login')) return undefined;
    throw new TypeError('no link');
  };
  press(desk, 'sign-in', '1');
  write(PASSWORD);
  await until(() => box().fault !== undefined);
  expect(box()).toMatchObject({ draft: { text: PASSWORD }, fault: 'desk.example does not answer.' });
  between = undefined;
  press(desk, 'enter');
  await until(() => askedId(desk) === 'sign-in.done');
});

test('a help center without a sign-in by password takes a token alone', async () => {
  await open();
  between = request =>
    request.url.endsWith('/login') ? new Response('{"message": "Not here"}', { status: 404 }) : undefined;
  press(desk, 'sign-in', '1');
  write(PASSWORD);
  await until(() => box().fault !== undefined);
  expect(box().fault).toContain('Sign in with a token');
  press(desk, 'esc', '1');
  expect(desk.world().notice?.text).toContain('is not offered here');
});

test('the token goes into its file only if the agent says so', async () => {
  let written = '';
  keep = () => {
    written = token;
  };
  await open();
  await revoke();
  for (const answer of ['esc', 'y']) {
    press(desk, 'sign-in', '1');
    write(PASSWORD);
    await until(() => askedId(desk) === 'sign-in.done');
    expect(written).toBe('');
    press(desk, answer);
  }
  expect(written).toBe(token);
});

test('the password is never shown, even if the help center repeats it', async () => {
  await open();
  const odd = 'lantern "7" & light';
  for (const form of [odd, JSON.stringify(odd), encodeURIComponent(odd)]) {
    between = request =>
      request.url.endsWith('/login') ? new Response(`You said ${form}`, { status: 500 }) : undefined;
    press(desk, 'sign-in', '1');
    write(odd);
    await until(() => box().fault !== undefined);
    expect(box().fault).toContain('You said');
    expect(box().fault).not.toContain('lantern');
    press(desk, 'esc', 'esc');
  }
});

test('a token in the desk’s own file is renewed there without a question', async () => {
  const kept: string[] = [];
  keep = () => void kept.push(token);
  more = { isOwnFile: true };
  await open();
  await waitsForSignIn();
  press(desk, 'sign-in', '1');
  write(PASSWORD);
  await until(() => desk.world().notice?.text.startsWith('Signed in as Ada Admin') === true);
  expect(desk.world().overlays).toEqual([]);
  expect(kept).toEqual([token]);
});

test.for([
  ['ada@desk.example', 'the same agent', true],
  ['ben@desk.example', 'another agent', false],
] as const)('a newer token where the refused one came from is used if it is of %s: %s', async ([email, , isUsed]) => {
  const newer = await login(email);
  more = { renew: async () => newer };
  await open();
  const stop = followSignOut(desk);
  await waitsForSignIn();
  desk.set({ offline: { why: 'signedOut', since: 0, text: t`Signed out.`, nextTryAt: 0 } });
  if (isUsed) await expect.poll(assignee).toBe(center.adminId);
  else await desk.client.session.me().catch(() => undefined);
  stop();
  expect(token === newer).toBe(isUsed);
  expect(carried.includes(newer)).toBe(isUsed);
});
