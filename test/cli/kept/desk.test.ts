import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { beginDraft } from '../../../src/actions/conversation/field-draft.ts';
import { deskPrefix } from '../../../src/cli/kept/names.ts';
import { agentByToken } from '../../../src/cli/kept/others.ts';
import { keptSentence } from '../../../src/cli/kept/sources.ts';
import { dismiss } from '../../../src/state/outbox/decide.ts';
import { keep } from '../../../src/state/outbox/storage.ts';
import type { RefusedChange } from '../../../src/state/world.ts';
import { safeBlock } from '../../../src/text/safe.ts';
import { inFile, keptUnder } from '../../harness/kept-drafts.ts';
import { replyBoxOn } from '../../harness/state-box.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { operationOf } from '../../state/operations.ts';
import { heldBy, makeKeptDesk, writeNote } from './make-desk.ts';
import { openSmallCenter, type SmallCenter } from './small-center.ts';

const ANA = 'token of Ana';
const BOB = 'token of Bob';
/** So many beats and looks, and a desk whose heart stands still has ended. */
const ENOUGH_BEATS = 4;
/** Long enough for a change to arrive that must not be sent. */
const A_WHILE_MS = 100;

let center: SmallCenter;
let folder = '';
beforeEach(async () => {
  folder = temporaryFolder();
  center = await openSmallCenter();
  center.agents.set(ANA, { id: 1, name: 'Ana Ortiz' });
  center.agents.set(BOB, { id: 2, name: 'Bob Baker' });
});

function files(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** Changes a desk's mark. */
function markIn(path: string, id: string, more: object): void {
  inFile(path, database => {
    const mark = JSON.parse(String(database.prepare('select mark from desk where id = ?').get(id)!.mark));
    database.prepare('update desk set mark = ? where id = ?').run(JSON.stringify({ ...mark, ...more }), id);
  });
}

/** A desk in this process, whose heart beats when the test says so. */
function start(token = ANA) {
  let beat = (): void => {};
  const made = makeKeptDesk({ parent: folder, url: center.url, token }, run => {
    beat = run;
  });
  const { desk, kept } = made;
  onTestFinished(() => desk.stop());
  const end = () => {
    beat = () => {};
    desk.stop();
  };
  /** Its mark, as if the process were another one. */
  const remark = (more: object) => {
    const row = { id: kept.storage.deskId()!, path: kept.storage.file().path };
    markIn(row.path, row.id, more);
    return row;
  };
  return {
    ...made,
    held: () => heldBy(desk),
    beat: (times = 1) => {
      for (let count = 0; count < times; count += 1) beat();
    },
    /** Archives it, and waits until the help center has not taken the change. */
    archiveInVain: async (id: number) => {
      desk.commit('conversation.archive', { ids: [id] });
      await expect.poll(() => desk.world().pending.every(({ problem }) => problem !== null)).toBe(true);
    },
    write: (id: number, text: string) => writeNote(desk, id, text),
    remark,
    /** Its process ends without a last word. */
    kill: () => {
      end();
      remark({ started: 'long ago' });
    },
    /** Only its heartbeat distinguishes it from a living desk on another machine. */
    killOutOfSight: () => {
      end();
      return remark({ space: 'another container' });
    },
    quit: () => {
      end();
      kept.storage.release();
    },
  };
}

async function open(token = ANA) {
  const desk = start(token);
  await desk.begun;
  return desk;
}

/** A desk with changes that do not arrive, and a draft. */
async function openWithUnsent(ids: readonly number[], token = ANA) {
  const desk = await open(token);
  center.takesChanges = false;
  for (const id of ids) await desk.archiveInVain(id);
  desk.write(ids[0]!, `draft on #${ids[0]}`);
  return desk;
}

async function expectNothingSent() {
  await sleep(A_WHILE_MS);
  expect(center.changes).toEqual([]);
}

describe('the state of a former desk is taken over', () => {
  test('from all ended desks: two that were open side by side and quit, and one that was killed', async () => {
    const [one, two, three] = [await openWithUnsent([3]), await open(), await open()];
    await two.archiveInVain(4);
    two.write(4, 'draft on #4');
    await three.archiveInVain(5);
    for (const desk of [one, two]) desk.quit();
    three.kill();
    center.takesChanges = true;
    const next = await open();
    expect(new Map(next.held().drafts)).toEqual(
      new Map([
        [3, 'draft on #3'],
        [4, 'draft on #4'],
      ]),
    );
    await expect.poll(center.changed).toEqual([3, 4, 5]);
    expect(files().filter(name => name.includes('from-'))).toEqual([]);
    expect(next.held().keptElsewhere).toEqual([]);
  });

  test('by a desk whose agent writes, if it is on another conversation', async () => {
    const second = await open();
    (await openWithUnsent([3])).kill();
    second.desk.set({ overlays: [replyBoxOn(4)] });
    second.beat();
    expect(second.held()).toMatchObject({ drafts: [[3, 'draft on #3']], pending: [{ name: 'conversation.archive' }] });
  });

  test('by a desk that is open already, but not while the agent writes on the same conversation', async () => {
    const second = await open();
    const first = await openWithUnsent([3]);
    first.kill();
    second.desk.set({ overlays: [replyBoxOn(3)] });
    second.beat(ENOUGH_BEATS);
    expect(second.held().drafts).toEqual([]);
    second.desk.set({ overlays: [] });
    second.beat();
    expect(second.held().drafts).toEqual([[3, 'draft on #3']]);
    expect(second.held().notice).toBe('Taken over from another desk of yours: 1 change and 1 draft.');
  });

  test('even if another process now has the id of the dead one', async () => {
    (await openWithUnsent([3])).kill();
    expect((await open()).held().drafts).toHaveLength(1);
  });

  test('and stays with the dead desk until it is in the next one', async () => {
    const second = await open();
    second.write(8, 'mine');
    second.kept.storage.save(second.desk.world());
    const { path } = second.kept.storage.file();
    (await openWithUnsent([3])).kill();
    inFile(path, database =>
      database.exec("create trigger t before insert on operation begin select raise(abort, 'no room'); end"),
    );
    second.beat();
    expect(second.held()).toMatchObject({ pending: [], drafts: [[8, 'mine']] });
    await expect.poll(() => second.held().notice).toMatch(/cannot be kept in .*: no room/);
    inFile(path, database => database.exec('drop trigger t'));
    second.beat();
    expect(second.held().pending).toHaveLength(1);
    expect(Object.fromEntries(second.held().drafts)).toEqual({ 3: 'draft on #3', 8: 'mine' });
    expect([...keptUnder(folder).values()].map(({ drafts }) => drafts.length)).toEqual([2]);
  });

  test('after the machine restarted, even if another process has its id', async () => {
    const desk = await openWithUnsent([3]);
    desk.kill();
    desk.remark({ boot: 'the one before', started: '1', pid: 1 });
    expect((await open()).held().drafts).toHaveLength(1);
  });

  test.each([-3_600_000, 0, 3_600_000])(
    'from a desk out of sight once its heart stands still, the clock being %i ms off',
    async skewMs => {
      const dead = (await openWithUnsent([3])).killOutOfSight();
      const living = await open();
      living.write(4, 'mine');
      living.desk.commit('conversation.archive', { ids: [4] });
      const alive = living.remark({ space: 'another container' });
      const beat = (more: number) =>
        inFile(alive.path, database =>
          database
            .prepare('update desk set beat = beat + ?, seen_at = ? where id in (?, ?)')
            .run(more, Date.now() + skewMs, alive.id, more === 0 ? dead.id : ''),
        );
      beat(0);
      const next = await open();
      expect(next.held().drafts).toEqual([]);
      for (let count = 0; count < ENOUGH_BEATS; count += 1) {
        // The living one only shows that it lives; otherwise it could take over as well.
        beat(1);
        next.beat();
      }
      expect(next.held().drafts).toEqual([[3, 'draft on #3']]);
      expect(living.held().drafts).toEqual([[4, 'mine']]);
    },
  );
});

describe('kept state belongs to an agent', () => {
  test('and is not sent by another one; both are named, and it is there for the first', async () => {
    (await openWithUnsent([3, 4])).kill();
    center.takesChanges = true;
    const bob = await open(BOB);
    expect(bob.held()).toMatchObject({
      notice: '2 changes and 1 draft of Ana Ortiz wait here; you are Bob Baker · go shows more',
      pending: [],
      drafts: [],
    });
    bob.beat(ENOUGH_BEATS);
    bob.desk.hooks.claimKept?.();
    await expectNothingSent();
    const ana = await open();
    expect(ana.held().drafts).toHaveLength(1);
    await expect.poll(center.changed).toEqual([3, 4]);
    expect(new Set(center.changes.map(({ token }) => token))).toEqual(new Set([ANA]));
  });

  test('and is sent by the same agent with a new token', async () => {
    (await openWithUnsent([3])).kill();
    center.takesChanges = true;
    center.agents.set('renewed', { id: 1, name: 'Ana Ortiz' });
    await open('renewed');
    await expect.poll(center.changed).toEqual([3]);
  });

  test('or to an API key, whose text is in no file', async () => {
    (await openWithUnsent([3], 'key number one')).kill();
    for (const name of files().filter(name => statSync(join(folder, name)).isFile())) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('key number one');
    }
    center.takesChanges = true;
    const other = await open('key number two');
    expect(other.held().keptElsewhere).toMatchObject([{ kind: 'unsigned', whose: 'another token' }]);
    await expectNothingSent();
    await open('key number one');
    await expect.poll(center.changed).toEqual([3]);
  });

  test('or to the API key that replaced it while the desk ran', async () => {
    const desk = await openWithUnsent([3], 'key number one');
    desk.kept.renewToken('key number two');
    desk.kill();
    center.takesChanges = true;
    expect((await open('key number one')).held().pending).toEqual([]);
    await expectNothingSent();
    await open('key number two');
    await expect.poll(center.changed).toEqual([3]);
  });

  test('and knows the agent by a token that was renewed while the desk ran', async () => {
    const desk = await openWithUnsent([3]);
    expect(agentByToken(folder, deskPrefix(center.url), 'renewed')).toBeNull();
    desk.kept.renewToken('renewed');
    expect(agentByToken(folder, deskPrefix(center.url), 'renewed')).toMatchObject({ id: 1 });
  });

  test('or to a token, if the help center refuses to say who calls', async () => {
    center.isSilent = true;
    (await openWithUnsent([3])).kill();
    center.takesChanges = true;
    expect((await open(BOB)).held().pending).toEqual([]);
    await expectNothingSent();
    expect((await open()).held().drafts).toHaveLength(1);
    await expect.poll(center.changed).toEqual([3]);
  });

  test('and waits until the help center has said who calls', async () => {
    (await openWithUnsent([3])).kill();
    center.isUp = false;
    const offline = start();
    offline.beat(ENOUGH_BEATS);
    await expectNothingSent();
    expect(offline.held().pending).toEqual([]);
    center.isUp = true;
    center.takesChanges = true;
    offline.beat();
    await offline.begun;
    await expect.poll(center.changed).toEqual([3]);
    expect(offline.held().drafts).toEqual([[3, 'draft on #3']]);
  });
});

test('a draft of another token waits until an agent claims it', async () => {
  const key = await open('key number one');
  key.write(3, 'written with a key');
  key.desk.stop();
  key.kill();
  const ana = await open();
  expect(ana.held()).toMatchObject({
    drafts: [],
    notice: expect.stringMatching(/^1 draft of another token waits here/),
  });
  ana.desk.hooks.claimKept?.();
  expect(ana.held().drafts).toEqual([[3, 'written with a key']]);
});

test('a change of another version is not sent, and stays on the disk', async () => {
  const before = await openWithUnsent([3]);
  const file = before.kept.storage.file().path;
  before.kill();
  inFile(file, database =>
    database.exec(
      `update operation set value =
        json_set(value, '$.calls[0].requests[0].name', 'note.sing',
          '$.calls[0].requests[0].args.details', 'la la')`,
    ),
  );
  const desk = await open();
  expect(desk.held()).toMatchObject({ pending: [], drafts: [[3, 'draft on #3']] });
  const { path } = desk.kept.storage.file();
  expect(desk.held().notice).toBe(
    `1 kept change was made by another version of this program and is not sent. It stays in ${path}.`,
  );
  expect(inFile(path, database => database.prepare('select value from strange').all())).toMatchObject([
    { value: expect.stringContaining('la la') },
  ]);
  await expectNothingSent();
});

describe('a refused change', () => {
  const refused: RefusedChange = {
    key: 'r',
    name: 'note.add',
    args: { ids: [3], details: 'call her' },
    at: 1,
    state: 'refused',
    attempts: { count: 1 },
    problem: null,
    reasons: [],
  };
  const shown = (desk: Awaited<ReturnType<typeof open>>) => desk.desk.world().refused.map(({ key }) => key);

  test('is there again at the next start, until the agent dismisses it', async () => {
    const first = await open();
    first.desk.set({ operations: [operationOf(refused)] });
    first.desk.stop();
    first.kill();
    const second = await open();
    expect(shown(second)).toEqual(['r']);
    dismiss(second.desk, ['r']);
    second.kill();
    expect(shown(await open())).toEqual([]);
  });
});

describe('a held change', () => {
  const merge = async () => {
    const desk = await open();
    desk.desk.commit('conversation.merge', { ids: [2], into: 1 });
    return desk;
  };

  test.each(['kill', 'quit'] as const)('goes on with the rest of its hold after %s', async end => {
    (await merge())[end]();
    expect((await open()).held().pending).toMatchObject([{ name: 'conversation.merge', state: 'held' }]);
  });
});

test('changes that could not be saved are saved soon after saving works again', async () => {
  const desk = await open();
  desk.write(3, 'half');
  desk.kept.storage.save(desk.desk.world());
  const { path } = desk.kept.storage.file();
  inFile(path, file => file.exec("create trigger t before insert on operation begin select raise(abort, 'full'); end"));
  center.takesChanges = false;
  desk.desk.commit('conversation.archive', { ids: [3] });
  inFile(path, file => file.exec('drop trigger t'));
  await expect.poll(() => desk.held().notice).toBe('Drafts and unsent changes are kept again.');
  expect([...keptUnder(folder).values()]).toMatchObject([{ pending: [{ name: 'conversation.archive' }] }]);
});

describe('the files', () => {
  test('are readable by their owner alone', async () => {
    await openWithUnsent([3]);
    for (const name of files()) {
      const { mode } = statSync(join(folder, name));
      expect([name, mode & 0o777]).toEqual([name, statSync(join(folder, name)).isDirectory() ? 0o700 : 0o600]);
    }
    expect(files().length).toBeGreaterThan(2);
  });

  test('of a desk that ends with nothing kept contain nothing of it any more', async () => {
    const desk = await open();
    desk.write(3, 'a secret of hers');
    desk.desk.stop();
    desk.desk.set({ drafts: new Map() });
    desk.kept.storage.save(desk.desk.world());
    desk.quit();
    expect(files()).toHaveLength(1);
    expect(keptUnder(folder).size).toBe(0);
    expect(readFileSync(join(folder, files()[0]!), 'latin1')).not.toContain('secret');
  });

  test('are named when the help center cannot be reached', async () => {
    (await openWithUnsent([3, 4])).kill();
    expect(keptSentence(folder, deskPrefix(center.url))).toBe(
      'Kept on this machine: 2 changes and 1 draft of Ana Ortiz.',
    );
    expect(keptSentence(folder, deskPrefix('http://other.example'))).toBe(undefined);
  });
});

describe('a half-typed note', () => {
  /** Two living desks; the first one has begun a note. */
  const openTwo = async () => {
    const first = await open();
    first.desk.set({ drafts: new Map([['note:3', { text: 'Called her, and' }]]) });
    keep(first.kept.storage, first.desk.world());
    return { first, second: await open() };
  };
  const begin = ({ desk }: Awaited<ReturnType<typeof open>>) => beginDraft(desk, 'note', 3);
  const send = ({ desk }: Awaited<ReturnType<typeof open>>, details: string) =>
    desk.commit('note.add', { ids: [3], details: safeBlock(details) });

  test('of a desk that still lives is the beginning of mine, and it is said whose it is', async () => {
    const { first, second } = await openTwo();
    expect(begin(second)).toMatchObject({
      kept: 'Called her, and',
      notice: {
        text: expect.stringMatching(/^Begun in your other desk \(.*\d\d:\d\d\), which is still open\.$/),
      },
    });
    expect(second.held().drafts).toEqual([[3, 'Called her, and']]);
    expect(first.held().drafts).toEqual([[3, 'Called her, and']]);
  });

  test('of a desk that has ended is mine without a word', async () => {
    const { first, second } = await openTwo();
    first.kill();
    expect(begin(second)).toEqual({ kept: 'Called her, and' });
  });

  test('that both desks go on writing is joined when one of them ends', async () => {
    const { first, second } = await openTwo();
    begin(second);
    first.write(3, 'Called her, and she is glad.');
    second.write(3, 'Called her, and she is angry.');
    for (const { desk, kept } of [first, second]) keep(kept.storage, desk.world());
    first.kill();
    second.beat();
    expect(second.held().drafts).toEqual([[3, 'Called her, and she is glad.\n\nCalled her, and she is angry.']]);
  });

  test.each(['first', 'second'] as const)('that the %s desk sends is said to be sent in the other one', async which => {
    const both = await openTwo();
    begin(both.second);
    const other = both[which === 'first' ? 'second' : 'first'];
    send(both[which], 'Called her, and she is glad.');
    other.beat();
    expect(other.held().drafts).toEqual([[3, 'Called her, and']]);
    await expect
      .poll(() => other.held().notice)
      .toMatch(/^The note of #3 was sent from your other desk \(.*\d\d:\d\d\)\. The draft here stays\.$/);
    expect([...other.desk.world().sentElsewhere.keys()]).toEqual(['note:3']);
    other.desk.hooks.forgetSent?.('note:3');
    other.beat();
    expect([...other.desk.world().sentElsewhere.keys()]).toEqual([]);
  });

  test('that was sent elsewhere is still known to be sent after another desk took it over', async () => {
    const { first, second } = await openTwo();
    begin(second);
    send(second, 'Called her, and she is glad.');
    first.kill();
    second.beat();
    expect(second.held().drafts).toEqual([[3, 'Called her, and']]);
    expect([...second.desk.world().sentElsewhere.keys()]).toEqual(['note:3']);
  });

  test('with other words than those sent elsewhere is an ordinary draft', async () => {
    const { first, second } = await openTwo();
    send(second, 'Wrote to the carrier.');
    first.beat();
    expect([...first.desk.world().sentElsewhere.keys()]).toEqual([]);
  });
});
