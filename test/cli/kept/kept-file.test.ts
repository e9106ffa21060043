import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keptPath } from '../../../src/cli/kept/names.ts';
import type { SavedState } from '../../../src/state/kept/storage.ts';
import type { Drafts, RefusedChange } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { inFile, keptUnder } from '../../harness/kept-drafts.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { keptOf, pendingIn } from '../../state/operations.ts';
import { ANA, change, keptWith, onDisk, openStorage } from './open-storage.ts';

const BY_TOKEN = { salt: 'desk-0', hash: 'abcdef' };

describe('a file that two desks share', () => {
  test('has the changes of both, each in its own order, and is readable by its owner alone', () => {
    const folder = temporaryFolder();
    const [one, two] = [openStorage(folder), openStorage(folder)];
    one.storage.save(keptWith([change('a'), change('b')]));
    two.storage.save(keptWith([change('c')]));
    one.storage.save(keptWith([change('b'), change('d')]));
    expect([...keptUnder(folder).values()].map(({ pending }) => pending.map(({ key }) => key))).toEqual([
      ['b', 'd'],
      ['c'],
    ]);
    const modes = readdirSync(folder).map(name => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes).toEqual([
      ['desk-0-agent-1.db', 0o600],
      ['desk-0-agent-1.db-shm', 0o600],
      ['desk-0-agent-1.db-wal', 0o600],
    ]);
  });

  test('gives a desk that was taken over no second chance: it lets go when it marks a change as being sent', () => {
    const folder = temporaryFolder();
    const [one, two] = [openStorage(folder), openStorage(folder)];
    const first = keptWith([change('a')]);
    one.storage.save(first);
    const merge = (left: readonly SavedState[]) => ({ kept: keptWith(left.flatMap(pendingIn)), unknown: [] });
    expect(two.storage.take([one.storage.deskId()!], [], merge)).toBe(true);
    one.storage.save(keptWith([{ ...change('a'), state: 'sending' }]));
    expect(one.taken).toEqual([first]);
    expect(onDisk(folder)).toEqual(['a']);
  });

  test('is taken over by one of two desks that try', () => {
    const folder = temporaryFolder();
    const [dead, one, two] = [openStorage(folder), openStorage(folder), openStorage(folder)];
    dead.storage.save(keptWith([change('a')]));
    const id = dead.storage.deskId()!;
    const got: string[] = [];
    for (const [name, { storage }] of Object.entries({ one, two }))
      storage.take([id], [], left => {
        got.push(name);
        return { kept: keptWith(left.flatMap(pendingIn)), unknown: [] };
      });
    expect(got).toEqual(['one']);
    expect(onDisk(folder)).toEqual(['a']);
  });

  test('brings what another file holds once, also if its desk is killed before it puts that aside', () => {
    const folder = temporaryFolder();
    const merge = (left: readonly SavedState[]) => ({ kept: keptWith(left.flatMap(pendingIn)), unknown: [] });
    const brought = [{ name: 'desk-0.json', kept: keptWith([change('a')]) }];
    openStorage(folder).storage.take([], brought, merge);
    openStorage(folder).storage.take([], brought, merge);
    expect(onDisk(folder)).toEqual(['a']);
  });
});

test('a file of 0 bytes is damaged, not new: it is kept aside and told of', () => {
  const folder = temporaryFolder();
  const path = keptPath(folder, 'desk-0', ANA);
  writeFileSync(path, '');
  const { storage, problems } = openStorage(folder);
  storage.save(keptWith([change('a')]));
  expect(problems).toEqual([`${path}.damaged-7`]);
  expect([statSync(`${path}.damaged-7`).size, onDisk(folder)]).toEqual([0, ['a']]);
});

test('a draft has a row for each of its fields, as in the files of earlier versions, and is one draft again', () => {
  const folder = temporaryFolder();
  const drafts: Drafts = new Map([
    ['reply:12', { text: 'It is late', to: 'zoe@customer.example', files: '{}' }],
    ['reply:-7', { subject: 'Your parcel' }],
    ['note:12', { text: 'Called her.' }],
  ]);
  const [one, two] = [openStorage(folder), openStorage(folder)];
  one.storage.save(keptOf([], drafts));
  const rows = [...keptUnder(folder).values()].flatMap(desk => desk.drafts);
  expect(Object.fromEntries(rows)).toEqual({
    'reply:12': 'It is late',
    'reply-to:12': 'zoe@customer.example',
    'reply-files:12': '{}',
    'reply-subject:-7': 'Your parcel',
    'note:12': 'Called her.',
  });
  let left: readonly SavedState[] = [];
  two.storage.take([one.storage.deskId()!], [], brought => {
    left = brought;
    return { kept: brought[0]!, unknown: [] };
  });
  expect(left.map(kept => kept.drafts)).toEqual([drafts]);
});

describe('a desk that ends', () => {
  const nothing = keptWith([]);
  const refused: RefusedChange = {
    key: 'a',
    name: 'note.add',
    args: { ids: [1], details: 'Called her.' },
    at: 1,
    state: 'refused',
    attempts: { count: 1 },
    problem: null,
    reasons: [{ id: 1, reason: t`No.` }],
  };

  test('leaves refused changes with their reasons and words', () => {
    const folder = temporaryFolder();
    const [first, second] = [openStorage(folder), openStorage(folder)];
    first.storage.save(keptOf([refused]));
    const id = first.storage.deskId()!;
    first.storage.release();
    const found: SavedState[] = [];
    second.storage.take([id], [], left => {
      found.push(...left);
      return { kept: nothing, unknown: [] };
    });
    expect(found).toMatchObject([{ ...keptOf([refused]), endedAt: 7 }]);
  });

  test('leaves a place, if it has nothing else, and otherwise nothing', () => {
    const folder = temporaryFolder();
    const [first, second] = [openStorage(folder), openStorage(folder)];
    first.storage.savePlace({ form: 1 } as never);
    second.storage.save(keptWith([change('a')]));
    second.storage.save(nothing);
    for (const { storage } of [first, second]) storage.release();
    expect(keptUnder(folder).size).toBe(1);
    expect(openStorage(folder).storage.takePlace(({ mark }) => mark === '')).toEqual({ form: 1 });
  });
});

describe('a desk whose agent becomes known', () => {
  test('moves all it keeps into the file of the agent', () => {
    const folder = temporaryFolder();
    const { storage } = openStorage(folder, BY_TOKEN);
    storage.save(keptWith([change('a')], [['note:1', 'half']]));
    storage.belongsTo(ANA, 'hash');
    storage.save(keptWith([change('b')], [['note:1', 'half']]));
    expect([...keptUnder(folder).keys()]).toEqual([`desk-0-agent-1.db/${storage.deskId()}`]);
    expect(onDisk(folder)).toEqual(['b']);
  });

  test('notices if another desk has brought it there already', () => {
    const folder = temporaryFolder();
    const { storage, taken } = openStorage(folder, BY_TOKEN);
    storage.save(keptWith([change('a')]));
    const brought = [{ name: `desk-0-token-abcdef.db/${storage.deskId()}`, kept: keptWith([change('a')]) }];
    openStorage(folder).storage.take([], brought, left => ({ kept: left[0]!, unknown: [] }));
    storage.belongsTo(ANA, 'hash');
    storage.save(keptWith([change('a'), change('b')]));
    expect(taken).toMatchObject([keptOf([change('a')])]);
  });
});

describe('the place', () => {
  const everyone = () => true;

  test('goes to the next desk alone, and stays if another one takes the rest', () => {
    const folder = temporaryFolder();
    const [first, second, third, fourth] = [
      openStorage(folder),
      openStorage(folder),
      openStorage(folder),
      openStorage(folder),
    ];
    first.storage.savePlace({ form: 1, savedAt: 1 } as never);
    first.storage.save(keptWith([change('a')]));
    second.storage.take([first.storage.deskId()!], [], left => ({ kept: left[0]!, unknown: [] }));
    expect(third.storage.takePlace(() => false)).toEqual({ form: 1, savedAt: 1 });
    expect(fourth.storage.takePlace(everyone)).toBeUndefined();
  });

  test('is taken from a desk that has ended, whose changes stay', () => {
    const folder = temporaryFolder();
    const [first, second] = [openStorage(folder), openStorage(folder)];
    first.storage.save(keptWith([change('a')]));
    first.storage.savePlace({ form: 1, savedAt: 2 } as never);
    expect(second.storage.takePlace(everyone)).toEqual({ form: 1, savedAt: 2 });
    expect(onDisk(folder)).toEqual(['a']);
  });
});

describe('if the file', () => {
  test('is damaged, it is put aside by name, and everything is saved again', () => {
    const folder = temporaryFolder();
    const path = keptPath(folder, 'desk-0', ANA);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, 'this is not a database, but somebody may read it');
    const { storage, problems } = openStorage(folder);
    storage.save(keptWith([change('a')]));
    expect(problems).toEqual([`${path}.damaged-7`]);
    expect(readFileSync(`${path}.damaged-7`, 'latin1')).toContain('somebody may read it');
    expect(onDisk(folder)).toEqual(['a']);
  });

  test.each(['moved away', 'deleted'])('was %s, everything is saved again at the next heartbeat', what => {
    const folder = temporaryFolder();
    const { storage, taken } = openStorage(folder);
    storage.save(keptWith([change('a')]));
    const { path } = storage.file();
    if (what === 'deleted') for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`);
    else renameSync(folder, `${folder}-away`);
    storage.beat();
    expect(onDisk(folder)).toEqual(['a']);
    expect(taken).toEqual([]);
  });

  test('cannot be written, it is said, nothing is lost, and all is saved once it can', () => {
    const folder = temporaryFolder();
    const { storage, problems, keptAgain } = openStorage(folder);
    storage.save(keptWith([change('a')]));
    const { path } = storage.file();
    inFile(path, file =>
      file.exec("create trigger t before insert on operation begin select raise(abort, 'full'); end"),
    );
    storage.save(keptWith([change('a'), change('b')]));
    expect([problems, storage.isKept(), onDisk(folder)]).toEqual([
      [`Drafts and unsent changes cannot be kept in ${path}: full.`],
      false,
      ['a'],
    ]);
    inFile(path, file => file.exec('drop trigger t'));
    storage.beat();
    expect([keptAgain, storage.isKept(), onDisk(folder)]).toEqual([['again'], true, ['a', 'b']]);
  });
});
