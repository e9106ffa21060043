import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Center } from '../../../src/center/center.ts';
import { searchDialects } from '../../../src/center/database/search.ts';
import type { ImportProgress } from '../../../src/center/intake/import-tally.ts';
import { inboxCounts } from '../../../src/center/model/inbox/number.ts';
import { reindex } from '../../../src/center/model/search/reindex.ts';
import { createCenter } from '../../harness/center.ts';
import { runs, sampled } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { importMail, now, openIntake, readMailSource, seeAll } from './open-intake.ts';

const line = 'From x Mon Jan  5 10:00:00 2026';
function letter(number: number, body = `body ${number}`) {
  return [
    `From: Customer ${number} <c${number}@customer.example>`,
    'To: help@shop.example',
    `Subject: Topic ${number}`,
    `Date: ${new Date(now - 86_400_000 + number * 60_000).toUTCString()}`,
    `Message-ID: <m${number}@customer.example>`,
    '',
    body,
    '',
  ].join('\n');
}

function file(content: string | Buffer, name = 'in.mbox'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
function mbox(letters: readonly string[]): string {
  return file(letters.map(each => `${line}\n${each}\n`).join(''));
}
function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => index);
}

function count(center: Center, table: 'mail' | 'message' | 'contact' | 'attachment' | 'mail_set_aside') {
  return center.read(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return rows[0]!.n;
  });
}

/** From here on, for this test, the database stores no conversation with this title. */
async function refuseTitle(center: Center, title: string): Promise<void> {
  const run = (statement: string) => center.write(({ db }) => sql.raw(statement).execute(db));
  if (center.context.store.kind === 'sqlite')
    await run(`create trigger poison before insert on conversation when new.title = '${title}'
      begin select raise(abort, 'poison'); end`);
  else await run(`alter table conversation add constraint poison check (title != '${title}')`);
  if (center.context.store.kind === 'postgres')
    onTestFinished(() => run('alter table conversation drop constraint poison').then(() => undefined));
}

describe('an import', () => {
  it('leaves the search words of a thread as if they were computed again, in any order of its mails', async () => {
    const answers = (number: number) => (number === 0 ? [] : [`In-Reply-To: <t${number - 1}@x.example>`]);
    const mail = (number: number) =>
      [
        'From: Zoe <zoe@x.example>',
        `Subject: Topic${number}`,
        `Date: ${new Date(now - 86_400_000 + number * 60_000).toUTCString()}`,
        `Message-ID: <t${number}@x.example>`,
        ...answers(number),
        '',
        `word${number} words`,
        '',
      ].join('\n');
    const order = [
      ...numbers(45)
        .filter(at => at % 2 === 1)
        .reverse(),
      ...numbers(45).filter(at => at % 2 === 0),
    ];
    const center = await openIntake();
    await importMail(center, [mbox(order.map(mail))]);
    const { read } = searchDialects[center.context.store.kind];
    const rows = await center.read(({ db }) => db.selectFrom('conversation').select('id').execute());
    const ids = rows.map(({ id }) => id);
    const words = async () => {
      const found = await center.read(({ db }) => read(db, ids));
      return [...found].map(([id, of]) => ({ id, words: of.split(' ').sort() }));
    };
    const indexed = await words();
    await center.write(work => reindex(work, ids));
    expect(indexed).toEqual(await words());
    expect(indexed.flatMap(one => one.words)).toEqual(expect.arrayContaining(numbers(45).map(at => `word${at}`)));
  });

  it('gives a mail without a date its file’s time, in whole seconds', async () => {
    const path = file('From: Zoe <z@customer.example>\nSubject: Undated\n\nbody\n', 'undated.eml');
    utimesSync(path, now / 1000, now / 1000 - 59.9874);
    const center = await openIntake();
    await importMail(center, [path]);
    expect((await seeAll(center)).map(({ createdAt }) => createdAt)).toEqual([now - 60_000]);
  });

  it('accepts mbox, Maildir, single mails and folders of them, and sets aside what is not mail', async () => {
    const root = temporaryFolder();
    const put = (path: string, content: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    put('archive', `${line}\n${letter(1)}\n${line}\n${letter(2)}\n`);
    put('deep/er/three.eml', letter(3));
    put('odd-name.txt', letter(4));
    put('readme.md', '# Not mail\n');
    put('photo.eml', '\u0000\u0001');
    put('Mail/cur/1:2,S', letter(5));
    put('Mail/new/2', letter(6));
    put('Mail/tmp/3', letter(7));
    put('Mail/dovecot-uidlist', 'no mail');
    put('Mail/.Sub/cur/1', letter(8));
    mkdirSync(join(root, 'Mail/.Sub/new'));
    put('.hidden', letter(9));
    symlinkSync(root, join(root, 'loop'));
    const center = await openIntake();
    const result = await importMail(center, [root, join(root, 'nothing-here')]);
    expect(result).toMatchObject({ read: 8, imported: 8, doubles: 0, conversations: 8, isStopped: false });
    const asides = result.setAside.map(({ source, reason }) => [source.slice(root.length + 1), reason]);
    expect(Object.fromEntries(asides)).toEqual({
      'Mail/tmp': expect.stringMatching(/being delivered.*by its own path/),
      loop: 'It is a link. Import what it points to by its own path.',
      'nothing-here': 'There is no such file or folder.',
      'photo.eml': expect.stringMatching(/not a mail/),
      'readme.md': expect.stringMatching(/not a mail/),
    });
    const titles = (await seeAll(center)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 8, 9].map(number => `Topic ${number}`));
  });

  it('reads a Maildir whole: sub-folders with and without a dot, in folders of any depth, and loose files', async () => {
    const root = temporaryFolder();
    const put = (path: string, content: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    for (const folder of ['cur', 'new', 'tmp', 'Projects/new', '.Old/new'])
      mkdirSync(join(root, folder), { recursive: true });
    put('cur/1:2,S', letter(1));
    put('Projects/cur/2', letter(2));
    put('Projects/Lamps/cur/3', letter(3));
    put('loose.eml', letter(4));
    put('archive.mbox', `${line}\n${letter(5)}\n`);
    put('.Old/cur/6', letter(6));
    put('.Old/.Older/cur/7', letter(7));
    put('Sent/cur/8', letter(8).replace(/^From: .*/m, 'From: Us <us@shop.example>'));
    put('notes.txt', 'no mail');
    put('.Old/cur/broken', 'no mail');
    for (const name of ['.mbsyncstate', '.Old/.uidvalidity', '.notmuch/xapian/flintlock']) put(name, 'no mail');
    const result = await importMail(await openIntake(), [root]);
    expect(result).toMatchObject({ read: 8, imported: 8, passedOver: 3 });
    const names = result.setAside.map(({ source }) => source.slice(root.length + 1));
    expect(names).toEqual(['.Old/cur/broken', 'notes.txt']);
  });

  it('skips a mail program’s indexes, preferences and empty files silently, and counts only mail', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'Mail/Local Folders'), { recursive: true });
    const own = ['prefs.js', 'Mail/Local Folders/Inbox.msf', 'Mail/Local Folders/Trash', 'panacea.dat', 'key4.db'];
    for (const name of own) writeFileSync(join(root, name), name.endsWith('Trash') ? '' : '// no mail');
    writeFileSync(join(root, 'Mail/Local Folders/Inbox'), `${line}\n${letter(1)}\n${line}\n\n`);
    writeFileSync(join(root, 'letter.eml'), letter(2));
    const center = await openIntake();
    const result = await importMail(center, [root]);
    expect(result).toMatchObject({ read: 3, imported: 2, passedOver: own.length });
    expect(result.setAside).toEqual([expect.objectContaining({ reason: 'The mail is empty.' })]);
    const named = await importMail(
      center,
      own.map(name => join(root, name)),
    );
    expect([named.read, named.passedOver, named.setAside.length]).toEqual([0, 0, own.length]);
  });

  it('skips pictures, documents and indexes silently, but not files that may be mail or hold some', async () => {
    const root = temporaryFolder();
    const put = (path: string, content: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    const beside = ['photo.JPG', 'a.pdf', 'b.docx', 'Inbox.mbox/table_of_contents', 'Inbox.toc', 'profile/pkcs11.txt'];
    const servers = ['dovecot-uidlist', 'dovecot.index.log.2', 'maildirsize', 'courierimapuiddb', 'cyrus.header'];
    for (const name of [...beside, ...servers, 'profile/cache2/entries/0A1B', '__MACOSX/x.eml'])
      put(name, 'PK\u0003\u0004');
    for (const name of ['.DS_Store', '._a.eml', 'Maildir/new/.keep', 'Maildir/dovecot.index']) put(name, 'x');
    put('Maildir/cur/1', letter(1));
    put('photo.png', letter(2));
    const told = ['archive.zip', 'broken.eml', 'broken.mbox', 'notes.txt', 'unknown'];
    for (const name of told) put(name, name.endsWith('zip') ? 'PK\u0003\u0004' : 'x');
    const result = await importMail(await openIntake(), [root]);
    expect(result).toMatchObject({ read: 2, imported: 2, passedOver: beside.length + servers.length + 6 });
    expect(result.setAside.map(({ source }) => source.slice(root.length + 1))).toEqual(told);
  });

  it('reads a file whole, at any size', async () => {
    const center = await openIntake();
    const root = temporaryFolder();
    const sizes = [10, 65_000, 66_000, 1_100_000];
    for (const size of sizes) writeFileSync(join(root, `${size}.eml`), letter(size, `${'x'.repeat(size)} end`));
    expect(await importMail(center, [root])).toMatchObject({ read: sizes.length, imported: sizes.length });
    const sources = await Promise.all(sizes.map((_, index) => readMailSource(center, index + 1)));
    const lengths = sizes.map(size => Buffer.byteLength(letter(size, `${'x'.repeat(size)} end`)));
    expect(sources.map(raw => raw!.length).sort((a, b) => a - b)).toEqual(lengths);
  });

  it('skips the help center’s own files in a folder, and says so if they are named', async () => {
    const root = temporaryFolder();
    const [database, attachmentsFolder] = [join(root, 'data/center.db'), join(root, 'data/attachments')];
    const center = await createCenter({ database, attachmentsFolder, now: () => now });
    onTestFinished(() => center.close());
    writeFileSync(join(root, 'data/mail.eml'), letter(1, 'with a letter in it'));
    const { files } = center.context;
    const incoming = await files.receive();
    await incoming.write(Buffer.from(letter(2)));
    await incoming.finish();
    symlinkSync(root, `${root}-link`);
    onTestFinished(() => rmSync(`${root}-link`));
    for (const path of [root, join(root, 'data'), `${root}-link`])
      expect(await importMail(center, [path])).toMatchObject({ read: 1, setAside: [] });
    for (const path of [database, attachmentsFolder, join(`${root}-link`, 'data/center.db')]) {
      const { read, setAside } = await importMail(center, [path]);
      expect(read).toBe(0);
      expect(setAside).toEqual([{ source: path, reason: expect.stringMatching(/its own data/) }]);
    }
  });

  it('accepts file names in no encoding, and calls no file missing that is there', async () => {
    const root = temporaryFolder();
    const put = (folder: string, name: number[], number: number) => {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(Buffer.concat([Buffer.from(`${root}/${folder}/`), Buffer.from(name)]), letter(number));
    };
    put('cur', [0xe9, 0xff], 1);
    put('cur', [0x2d, 0x72, 0x66, 0x0a, 0x1b], 2);
    put('new', [0x31], 3);
    mkdirSync(Buffer.concat([Buffer.from(`${root}/.Entw`), Buffer.from([0xfc]), Buffer.from('rfe')]));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/.Entw`), Buffer.from([0xfc]), Buffer.from('rfe/4')]), letter(4));
    const center = await openIntake();
    expect(await importMail(center, [root])).toMatchObject({ imported: 4, setAside: [] });
  });

  it('reads an old Mac’s mailbox, whose lines end in a carriage return, byte for byte', async () => {
    const center = await openIntake();
    const text = `${line}\n${letter(1)}\n${line}\n${letter(2, 'two\nlines')}\n`;
    const result = await importMail(center, [file(text.replaceAll('\n', '\r'))]);
    expect(result).toMatchObject({ read: 2, imported: 2, setAside: [] });
    expect((await seeAll(center)).map(({ texts }) => texts)).toEqual([['body 1'], ['two\nlines']]);
    expect(String(await readMailSource(center, 2))).toBe(letter(2, 'two\nlines').replaceAll('\n', '\r'));
    expect(await importMail(center, [file(text)])).toMatchObject({ imported: 0, doubles: 2 });
  });

  it('of a mailbox that begins inside a mail stores the others and says what was left out', async () => {
    const center = await openIntake();
    const path = file(`the end of a mail\n\n${line}\n${letter(1)}\n${line}\n${letter(2)}\n`);
    const { imported, setAside } = await importMail(center, [path]);
    expect(imported).toBe(2);
    expect(setAside).toEqual([{ source: path, reason: expect.stringMatching(/begins in the middle of a mail/) }]);
  });

  it('run twice adds nothing, even from another kind of file', async () => {
    const center = await openIntake();
    const path = mbox(numbers(60).map(number => letter(number)));
    expect(await importMail(center, [path])).toMatchObject({ imported: 60, doubles: 0 });
    expect(await importMail(center, [path])).toMatchObject({ imported: 0, doubles: 60 });
    const single = file(`Status: RO\n${letter(7)}`.replaceAll('\n', '\r\n'), 'seven.eml');
    expect(await importMail(center, [single, single])).toMatchObject({ imported: 0, doubles: 2 });
    expect(await count(center, 'message')).toBe(60);
  });

  it.each(sampled([1, 0, 2]))(
    'that breaks off after batch %i and is run again has the result of one run',
    async broken => {
      const center = await openIntake();
      const path = mbox(numbers(130).map(number => letter(number)));
      let batches = 0;
      const onProgress = () => {
        if (batches++ === broken) throw new Error('the link is gone');
      };
      await expect(importMail(center, [path], { onProgress })).rejects.toThrow('the link is gone');
      const there = await count(center, 'mail');
      expect(there).toBeGreaterThan(0);
      expect(await count(center, 'message')).toBe(there);
      const again = await importMail(center, [path]);
      expect(again.imported + there).toBe(130);
      expect(await count(center, 'message')).toBe(130);
    },
  );

  it('stops when it is told to, and keeps the stored mails', async () => {
    const center = await openIntake();
    const stop = new AbortController();
    const path = mbox(numbers(200).map(number => letter(number)));
    const result = await importMail(center, [path], { signal: stop.signal, onProgress: () => stop.abort() });
    expect(result.isStopped).toBe(true);
    expect(result.imported).toBeGreaterThanOrEqual(20);
    expect(result.imported).toBeLessThan(200);
    expect(await count(center, 'message')).toBe(result.imported);
  });

  it('reports its progress', async () => {
    const center = await openIntake();
    const path = mbox(numbers(120).map(number => letter(number)));
    const told: ImportProgress[] = [];
    await importMail(center, [path], { onProgress: progress => told.push(progress) });
    expect(told.length).toBeGreaterThanOrEqual(3);
    const size = readFileSync(path).length;
    expect(told.every(({ done, total }) => total === size && done <= total)).toBe(true);
    expect(told.at(-1)).toMatchObject({ done: size, imported: 120, doubles: 0, setAside: 0, file: path });
  });

  it('lets other work run in between', async () => {
    const center = await openIntake();
    const path = mbox(numbers(150).map(number => letter(number)));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await importMail(center, [path]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('keeps every mail byte for byte', async () => {
    const center = await openIntake();
    const odd = Buffer.concat([Buffer.from(letter(1)), Buffer.from([0, 255, 13, 10, 128, 10])]);
    await importMail(center, [file(odd, 'odd.eml'), mbox([`${letter(2)}>From here\n\n\n`])]);
    const ids = await center.read(({ db }) => db.selectFrom('message').select('id').orderBy('id').execute());
    const sources = await Promise.all(ids.map(({ id }) => readMailSource(center, id)));
    expect(sources[0]!.equals(odd)).toBe(true);
    expect(sources[1]!.toString()).toBe(`${letter(2)}>From here\n\n\n`);
    expect(await readMailSource(center, 999)).toBeUndefined();
  });

  it('reads an mbox that was cut inside a mail as far as it goes', async () => {
    const whole = `${line}\n${letter(1)}\n${line}\n${letter(2, 'a longer body')}`;
    const center = await openIntake();
    const result = await importMail(center, [file(whole.slice(0, -10))]);
    expect(result).toMatchObject({ imported: 2, setAside: [] });
    expect((await seeAll(center)).map(({ texts }) => texts[0])).toEqual(['body 1', 'a lo']);
    const inSeparator = await importMail(center, [file(`${line}\n${letter(3)}\n${line}\n`)]);
    expect(inSeparator).toMatchObject({ imported: 1, setAside: [{ reason: 'The mail is empty.' }] });
  });

  it('sets aside a mail that cannot be stored, keeps its bytes, and stores the others of its batch', async () => {
    const center = await openIntake();
    await refuseTitle(center, 'Topic 13');
    const path = mbox(numbers(30).map(number => letter(number)));
    const result = await importMail(center, [path]);
    expect(result.imported).toBe(29);
    expect(result.setAside).toEqual([{ source: `${path}, mail 14`, reason: expect.stringContaining('poison') }]);
    await importMail(center, [path]);
    expect(await count(center, 'mail_set_aside')).toBe(1);
  });

  it('reads mail with a long subject and a body of more than 1 MB, and the mail after it', async () => {
    const center = await openIntake();
    const long = `Subject: ${'very long '.repeat(runs(100_000))}\nFrom: a@b.example\n\n${'All work and no play.\n'.repeat(runs(480_000))}`;
    const result = await importMail(center, [mbox([long, letter(1)])]);
    expect(result).toMatchObject({ imported: 2, setAside: [] });
    const [seen] = await seeAll(center);
    expect(seen!.title).toHaveLength(255);
    expect(seen!.texts[0]!.length).toBeLessThanOrEqual(1_000_000);
    expect((await readMailSource(center, 1))!.length).toBe(Buffer.byteLength(long));
  });
});

describe('where mail goes', () => {
  const withInboxes = async () => {
    const center = await openIntake();
    await center.write(async ({ db }) => {
      const common = { description: '', kind: 'normal', send_autoresponse: 0, autoresponse_text: '' } as const;
      const rest = { send_rating_request: 0, rating_message: '', created_at: now, updated_at: now } as const;
      await db
        .insertInto('inbox')
        .values([
          { id: 3, name: 'Billing', slug: 'billing', sort: 2, ...common, ...rest },
          { id: 4, name: 'Returns', slug: 'returns', sort: 3, ...common, ...rest },
        ])
        .execute();
      await db
        .insertInto('inbox_email')
        .values({ inbox_id: 3, email: 'Bills@shop.example', email_key: 'bills@shop.example', status: 'primary' })
        .execute();
    });
    return center;
  };
  const inboxOf = async (text: string, inbox?: string) => {
    const center = await withInboxes();
    await importMail(center, [file(text, 'x.eml')], { inbox });
    return center.read(
      async ({ db }) => (await db.selectFrom('conversation').select('inbox_id').execute())[0]?.inbox_id,
    );
  };

  it.each([
    ['the default inbox', 'To: help@shop.example', undefined, 1],
    ['the inbox that was asked for', 'To: help@shop.example', 'returns', 4],
    ['the inbox it is addressed to', 'To: a@b.example, BILLS@shop.example', 'returns', 3],
    ['the inbox in Cc', 'Cc: bills@shop.example', undefined, 3],
    ['the inbox it was delivered to', 'Delivered-To: bills@shop.example', undefined, 3],
    ['spam', 'To: bills@shop.example\nX-Spam-Flag: YES', 'returns', 2],
  ])('is %s', async (_, header, inbox, expected) => {
    expect(await inboxOf(`From: a@customer.example\n${header}\n\nhi`, inbox)).toBe(expected);
  });

  it('is nowhere if no inbox has the name', async () => {
    await expect(inboxOf('From: a@b.example\n\nhi', 'nope')).rejects.toThrow('There is no inbox with the slug nope.');
  });

  it('counts in its inbox', async () => {
    const center = await withInboxes();
    await importMail(center, [mbox(numbers(3).map(number => letter(number)))], { inbox: 'returns' });
    const countsOf = await center.read(({ db }) => inboxCounts(db, [4]));
    expect(countsOf(4)).toEqual({ open: 3, unassigned: 3, unresolved: 3 });
  });
});

describe('the author', () => {
  it('is one contact for one address, ignoring case', async () => {
    const center = await openIntake();
    const from = (address: string, number: number) => letter(number).replace(/<c\d+@customer.example>/, `<${address}>`);
    await importMail(center, [mbox([from('Zoe@X.example', 1), from('zoe@x.EXAMPLE', 2)])]);
    expect(await count(center, 'contact')).toBe(1);
  });

  it('is a contact without an address if the mail has none', async () => {
    const center = await openIntake();
    await importMail(center, [mbox(['From: The Moon\nSubject: hello\n\nhi\n', 'Subject: lost\n\nhi there\n'])]);
    expect((await seeAll(center)).map(({ requester }) => requester)).toEqual(['The Moon', 'Unknown sender']);
  });

  it('is never the help center itself: our mail belongs to the customer to whom we wrote', async () => {
    const center = await openIntake();
    await center.write(({ db }) =>
      db
        .insertInto('inbox_email')
        .values({ inbox_id: 1, email: 'help@shop.example', email_key: 'help@shop.example', status: 'primary' })
        .execute(),
    );
    await importMail(center, [mbox(['From: help@shop.example\nTo: Zoe <z@x.example>\nSubject: hello\n\nhi\n'])]);
    expect(await seeAll(center)).toMatchObject([{ requester: 'z@x.example', contacts: ['z@x.example'] }]);
  });
});

describe('attachments', () => {
  const names = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['..', 'file'],
    ['.', 'file'],
    ['/', 'file'],
    ['a\u202Efdp.exe', 'afdp.exe'],
    ['-rf', '-rf'],
    ['a\u0001b\u0007.pdf', 'ab.pdf'],
    ['%2e%2e%2fetc', '%2e%2e%2fetc'],
    ['', 'attachment.pdf'],
  ] as const;

  it('are kept under the hash of their content, with a name that contains no path', async () => {
    const folder = temporaryFolder();
    const center = await openIntake();
    const parts = names.map(([name], index) => {
      const encoded = name === '' ? '' : `; filename="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`;
      return `--b\nContent-Type: application/pdf\nContent-Disposition: attachment${encoded}\n\ncontent ${index % 3}\n`;
    });
    const mail = `From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--\n`;
    await importMail(center, [file(mail, 'x.eml')]);
    const rows = await center.read(({ db }) => db.selectFrom('attachment').selectAll().orderBy('id').execute());
    expect(rows.map(row => row.name)).toEqual(names.map(([, name]) => name));
    expect(new Set(rows.map(row => row.hash)).size).toBe(3);
    expect(rows.every(row => /^[0-9a-f]{64}$/.test(row.hash) && row.size === 9)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    const content = await center.context.files.open(rows[0]!.hash);
    expect(await new Response(content).text()).toBe('content 0');
  });

  it('belong to their message', async () => {
    const center = await openIntake();
    await importMail(center, [join(import.meta.dirname, '../../fixtures/mail/alternative.eml')]);
    const links = await center.read(({ db }) => db.selectFrom('message_attachment').selectAll().execute());
    expect(links).toMatchObject([{ message_id: 1, attachment_id: 1, position: 0 }]);
  });
});
