import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { openCenter } from '../../../src/cli/open-center.ts';
import { createProgram } from '../../../src/cli/program/program.ts';
import { applySettings } from '../../../src/cli/settings/apply.ts';
import { cacheSettings } from '../../../src/cli/settings/cache-table.ts';
import { addFlags, flagWords } from '../../../src/cli/settings/flags.ts';
import { readSettings } from '../../../src/cli/settings/read.ts';
import { type CenterTold, flagName, SETTINGS } from '../../../src/cli/settings/table.ts';
import { takeValue } from '../../../src/cli/settings/takes.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { shellHere } from '../shell-here.ts';

function written(text: string, environment: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'config.toml');
  writeFileSync(path, text);
  return { folder, path, environment: { FRONTDESK_CONFIG: path, ...environment } };
}

function read(text: string, environment?: Record<string, string>) {
  return readSettings(written(text, environment).environment);
}

describe('the settings file', () => {
  test('sets the values of the flags, and the options of the center', async () => {
    const { folder, environment } = written(`
      url = "https://help.shop.example"
      token_file = "token"
      database = "postgres://desk@db.example/desk"
      link = "slow"
      ascii = false
      [cache]
      days = 7
      megabytes = 0
      [center]
      inbox_limit = 250
      rate_limit = 60
      attachments = "files"
      trusted_proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]
      hosts = ["desk.example", "10.0.0.5", "fd00::5", "[fd00::6]"]
    `);
    expect(await readSettings(environment)).toEqual({
      flags: {
        url: 'https://help.shop.example',
        tokenFile: join(folder, 'token'),
        database: 'postgres://desk@db.example/desk',
        link: 'slow',
        ascii: false,
      },
      cache: { days: 7, conversations: 100_000, megabytes: 0, ahead_kilobytes: 512, along_kilobytes: 4_096 },
      center: {
        inbox_limit: 250,
        rate_limit: 60,
        attachments: join(folder, 'files'),
        trusted_proxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
        hosts: ['desk.example', '10.0.0.5', 'fd00::5', '[fd00::6]'],
      },
      faults: [],
    });
  });

  test('says where mail comes from', async () => {
    const { folder, environment } = written(`
      [mail]
      database = "center.db"
      dns = "127.0.0.1:5353"
      lmtp = "/run/frontdesk/lmtp"
      [[mail.mailbox]]
      url = "imaps://help@mail.shop.example"
      password_file = "help.password"
      [[mail.mailbox]]
      url = "imaps://sales%40shop.example@mail.shop.example/New"
      password_file = "/etc/sales.password"
      inbox = "sales"
    `);
    expect((await readSettings(environment)).faults).toEqual([]);
    expect((await readSettings(environment)).mail).toEqual({
      database: join(folder, 'center.db'),
      dns: '127.0.0.1:5353',
      lmtp: '/run/frontdesk/lmtp',
      mailboxes: [
        { url: 'imaps://help@mail.shop.example', password_file: join(folder, 'help.password') },
        {
          url: 'imaps://sales%40shop.example@mail.shop.example/New',
          password_file: '/etc/sales.password',
          inbox: 'sales',
        },
      ],
    });
    expect((await read('[center]')).mail).toBeUndefined();
  });

  test('says of the names of servers that checked mail that they are no longer needed, and reads the rest', async () => {
    const text = '[mail]\nauthserv_id = "mx.shop.example"\nauthserv_fields = 2\nlmtp = "/run/frontdesk/lmtp"\n';
    const { mail, faults, isGrave } = await read(text);
    const sentence = (line: number, key: string) =>
      expect.stringMatching(
        `line ${line}: mail.${key} is no longer needed: frontdesk checks the signatures of mail \\(DKIM\\) itself. Delete the line.$`,
      );
    expect(faults).toEqual([sentence(2, 'authserv_id'), sentence(3, 'authserv_fields')]);
    expect([mail, isGrave]).toEqual([{ lmtp: '/run/frontdesk/lmtp', mailboxes: [] }, undefined]);
  });

  test.for(['127.0.0.1', 'localhost:53', '127.0.0.1:0', '127.0.0.1:70000', '::1:53', '[::1]', '[127.0.0.1]:53', ''])(
    'refuses %j as a name server',
    async told => {
      expect((await read(`[mail]\ndns = ${JSON.stringify(told)}`)).faults).toEqual([
        expect.stringContaining('mail.dns must be the address and port of a name server'),
      ]);
    },
  );

  test('takes one way to sign in for a mailbox and for the relay: a file, or a command', async () => {
    const { path, environment } = written(`[mail]
relay = "smtps://help@mail.example"
relay_token_command = "token"
[[mail.mailbox]]
url = "imaps://help@mail.example"
token_command = "token help"
[[mail.mailbox]]
url = "imaps://sales@mail.example"
password_command = "pass sales"
token_command = "token sales"
[[mail.mailbox]]
url = "imaps://none@mail.example"
`);
    const { faults, mail } = await readSettings(environment);
    expect(faults).toEqual([
      `${path}, line 10: mail.mailbox.token_command says in another way what password_command says, which counts.`,
      expect.stringMatching(/mail.mailbox needs password_file or password_command or token_command\.$/),
    ]);
    expect(mail).toEqual({
      relay: 'smtps://help@mail.example',
      relay_token_command: 'token',
      mailboxes: [
        { url: 'imaps://help@mail.example', token_command: 'token help' },
        { url: 'imaps://sales@mail.example', password_command: 'pass sales' },
      ],
    });
  });

  test('names what is wrong in a mailbox with its line, whichever mailbox it is, and no password', async () => {
    const { path, environment } = written(
      `[mail]
lmtp = "0.0.0.0:24"
[[mail.mailbox]]
url = "imaps://help@mail.example"
password_file = "help.password"
[[mail.mailbox]]
url = "imaps://sales:secret@mail.example"
password_file = "sales.password"
[[mail.mailbox]]
password_file = "x"
inbx = "a"
`,
    );
    const { faults, mail } = await readSettings(environment);
    expect(faults).toEqual([
      `${path}, line 2: mail.lmtp must be the path of a socket or a port of this machine, such as ` +
        '"/run/frontdesk/lmtp" or "127.0.0.1:2424", not "0.0.0.0:24".',
      `${path}, line 7: mail.mailbox.url must be a mailbox without its password, such as ` +
        '"imaps://user@mail.example/INBOX", not "imaps://…@mail.example".',
      `${path}, line 11: mail.mailbox.inbx is not a setting: the nearest is mail.mailbox.inbox.`,
      `${path}, line 9: mail.mailbox needs url.`,
    ]);
    expect(mail?.mailboxes).toHaveLength(1);
  });

  test('need not exist, unless it is asked for', async () => {
    const nothing = { flags: {}, cache: cacheSettings({}), center: {}, faults: [] };
    expect(await read('')).toEqual(nothing);
    const { faults } = await readSettings({ FRONTDESK_CONFIG: '/nowhere/config.toml' });
    expect(faults).toEqual(['/nowhere/config.toml: cannot be read. Check the path and its rights.']);
  });

  test.for([
    ['\ncolour = "red"', 'line 2: colour is not a setting'],
    ['[center]\n\ninbox_limt = 3', 'line 3: center.inbox_limt is not a setting'],
    ['[center]\ninbox_limit = 1', 'line 2: center.inbox_limit must be a whole number from 2 to 100,000'],
    ['[center]\nrate_limit = "many"', 'line 2: center.rate_limit must be a whole number from 1 to 1,000,000'],
    ['center.rate_limit = 1.5', 'center.rate_limit must be a whole number from 1 to 1,000,000'],
    ...['"10.0.0.0/8"', '["10.0.0.0/33"]', '["proxy.example"]', '[10]'].map(
      given =>
        [`[center]\ntrusted_proxies = ${given}`, 'line 2: center.trusted_proxies must be a list of addresses'] as const,
    ),
    ...['"desk.example"', '["desk.example:80"]', '["[fd00::5]:80"]', '["https://desk.example"]', '["a b"]', '[""]'].map(
      given => [`[center]\nhosts = ${given}`, 'line 2: center.hosts must be a list of names and addresses'] as const,
    ),
    ['link = "quick"', 'line 1: link must be one of "auto", "fast", "slow"'],
    ['url = ""', 'line 1: url must be text that is not empty'],
    ['ascii = "no"', 'line 1: ascii must be true or false'],
    ['center = 5', 'line 1: center must be a table'],
    ['[profiles]\nwork = 5', 'line 2: profiles.work must be a table'],
    ['[profiles.work]\ndatabase = "x"', 'line 2: profiles.work.database is not a setting'],
    ['[table]\nkey = 1', 'line 1: table is not a setting'],
    ['constructor = 1', 'line 1: constructor is not a setting'],
    ['a = 1\nurl = "https://', 'line 2: is not TOML that can be read: '],
    ['a = 1\ntoken_file = secret', 'line 2: is not TOML that can be read: invalid value.'],
  ] as const)('reports an error with its line: %s', async ([text, fault]) => {
    const { path, environment } = written(text);
    const { faults } = await readSettings(environment);
    expect(faults.at(-1)).toMatch(fault.startsWith('line') ? `${path}, ${fault}` : fault);
    expect(faults.at(-1)).toMatch(/\.$/);
  });

  test.for([
    ['[center]\nrate_limit = "many"', ', not "many".'],
    ['[center]\ninbox_limit = 1', ', not 1.'],
    ['[center]\ntrusted_proxies = ["10.0.0.0/33", 2]', ', not ["10.0.0.0/33", 2].'],
    ['read_only = 2026-11-22T00:00:00Z', ', not 2026-11-22T00:00:00.000Z.'],
    ['[link]\nkind = 1', ', not a table.'],
    ['center = 5', ', not 5.'],
    [`link = "${'x'.repeat(10_000)}"`, `, not "${'x'.repeat(59)}….`],
    ['link = "https://ana:secret@help.example"', ', not "https://…@help.example".'],
    [`link = "https://ana:${'secret'.repeat(10)}@help.example"`, ', not "https://…@help.example".'],
    ['[center]\npostgres_direct = "postgres://db/a?password=secret"', ', not "postgres://db/a?password=…".'],
  ] as const)('shows the wrong value: %s', async ([text, end]) => {
    const { faults } = await read(text);
    expect(faults.at(-1)?.slice(-end.length)).toBe(end);
  });

  test('does not show a wrong value that is a password', async () => {
    const { path, environment } = written('[center]\npostgres_password = ["secret"]');
    chmodSync(path, 0o600);
    const { faults } = await readSettings(environment);
    expect(faults).toEqual([`${path}, line 2: center.postgres_password must be text that is not empty.`]);
  });

  test.for([
    ['[center]\ninbox_limt = 3', 'inbox_limt is not a setting: the nearest is center.inbox_limit.'],
    ['read-only = true', 'read-only is not a setting: the nearest is read_only.'],
    ['rate_limit = 3', 'rate_limit is not a setting: the nearest is center.rate_limit.'],
    [
      '[profiles.work]\ntokenfile = "x"',
      'profiles.work.tokenfile is not a setting: the nearest is profiles.work.token_file.',
    ],
    ['[profiles.work]\ndatabase = "x"', 'profiles.work.database is not a setting: the nearest is database.'],
    ['colour = "red"', 'colour is not a setting.'],
    [`${'url'.repeat(5_000)} = 1`, ' is not a setting.'],
  ] as const)('names the setting that was probably meant: %s', async ([text, end]) => {
    const { faults } = await read(text);
    expect(faults.at(-1)?.slice(-end.length)).toBe(end);
  });

  test.for([
    ['colour = "red"', false],
    ['[center]\ninbox_limt = 3', false],
    ['[mail]\nsend_dely = 3', false],
    ['urll = "https://help.example"', true],
    ['readonly = true', true],
    ['[mail]\nrelay_pasword_file = "x"', true],
    ['[profiles.work]\ndatabase = "x"', true],
    ['link = "quick"', true],
    ['link = ', true],
  ] as const)(
    'an unknown name stops a command only if it may be a secret or an address: %s',
    async ([text, isGrave]) => {
      const { path, environment } = written(text);
      expect((await readSettings(environment)).isGrave ?? false).toBe(isGrave);
      const { shell, stderr } = shellHere(environment);
      const code = await run(shell, ['cache', 'clear']);
      expect([code, stderr()]).toEqual([isGrave ? 2 : 0, expect.stringContaining(`frontdesk: ${path}, line `)]);
    },
  );

  test('a password is taken only from a private file', async () => {
    const { path, environment } = written('[center]\npostgres_password = "secret"\nrate_limit = 60');
    chmodSync(path, 0o644);
    const open = await readSettings(environment);
    expect([open.center, open.faults]).toEqual([{ rate_limit: 60 }, [expect.stringMatching(/line 2: .*chmod 600/)]]);
    expect(open.faults.join()).not.toContain('secret');
    chmodSync(path, 0o600);
    expect((await readSettings(environment)).center).toEqual({ postgres_password: 'secret', rate_limit: 60 });
  });

  test('the token of a profile takes the place of the one at the top, however each is given', async () => {
    const text = 'token_command = "cat"\n[profiles.filed]\ntoken_file = "/f"\n[profiles.other]\nlink = "slow"';
    const tokens = async (name?: string) => {
      const { tokenFile, tokenCommand } = (await read(text, name ? { FRONTDESK_PROFILE: name } : {})).flags;
      return [tokenFile, tokenCommand];
    };
    expect(await tokens()).toEqual([undefined, 'cat']);
    expect(await tokens('filed')).toEqual(['/f', undefined]);
    expect(await tokens('other')).toEqual([undefined, 'cat']);
  });

  test('the file may say which profile counts, and a variable overrides that', async () => {
    const text = 'profile = "one"\n[profiles.one]\nlink = "slow"\n[profiles.two]\nlink = "fast"';
    expect((await read(text)).flags).toMatchObject({ link: 'slow' });
    expect((await read(text, { FRONTDESK_PROFILE: 'two' })).flags).toMatchObject({ link: 'fast' });
  });

  test('an error leaves the rest in force', async () => {
    const { flags, center, faults } = await read('link = "fast"\nurl = 3\n[center]\nrate_limit = 60\nmore = 1');
    expect([flags, center, faults.length]).toEqual([{ link: 'fast' }, { rate_limit: 60 }, 2]);
  });

  test('a profile overrides the top of the file, and uses no token of another address', async () => {
    const text = `
      url = "https://one.example"
      token_file = "/one"
      insecure = true
      link = "slow"
      [profiles.two]
      url = "https://two.example"
      [profiles.three]
      token_file = "/three"
    `;
    const flags = async (name: string) => (await read(text, { FRONTDESK_PROFILE: name })).flags;
    expect(await flags('two')).toEqual({ url: 'https://two.example', link: 'slow' });
    expect(await flags('three')).toMatchObject({ url: 'https://one.example', tokenFile: '/three', insecure: true });
    expect((await read(text, { FRONTDESK_PROFILE: 'four' })).faults[0]).toMatch(/profiles\.four is not there/);
    const { faults } = await read(text, { FRONTDESK_PROFILE: 'tow' });
    expect(faults[0]).toMatch(/profiles\.tow is not there, .*: the nearest is profiles\.two\.$/);
  });
});

/** A value of each setting that differs from the one of the profile. */
const SHARED = SETTINGS.filter(([, { tables }]) => tables.includes('') && tables.includes('profiles.NAME')).map(
  ([name, { takes }]) => {
    const [own, top] = [true, false, '/a', '/b', 'fast', 'slow', 'beside', 'stacked', 'bell', 'none', 1, 2].filter(
      value => 'value' in takeValue(takes, value),
    );
    return [name, top, own] as const;
  },
);

test.for(SHARED)(
  '%s of a profile wins over the top of the file, and only in that profile',
  async ([name, top, own]) => {
    const line = (value: unknown) => `${name} = ${JSON.stringify(value)}`;
    const text = `${line(top)}\n[profiles.own]\n${line(own)}\n[profiles.other]\n`;
    const read = async (FRONTDESK_PROFILE: string) =>
      (await readSettings(written(text, { FRONTDESK_PROFILE }).environment)).flags[flagName(name)];
    expect([await read(''), await read('other'), await read('own')]).toEqual([top, top, own]);
  },
);

describe('the settings that a command uses', () => {
  const text = 'url = "https://help.example"\ntoken_file = "/token"\ndatabase = "/center.db"\nlink = "slow"';
  const taken = async (args: readonly string[], environment: Record<string, string> = {}, file = text) => {
    const desk = new Command('desk')
      .exitOverride()
      .option('--url <url>')
      .option('--token-file <file>')
      .option('--database <database>')
      .option('--sample')
      .option('--insecure')
      .option('--link <kind>', '', 'auto');
    desk.parse(args, { from: 'user' });
    const shell = { environment: written(file, environment).environment } as unknown as Shell;
    await applySettings(shell, desk, 'desk');
    return { ...desk.opts(), faults: shell.faults?.length };
  };

  test('everything if nothing else is given, and only the settings that it knows', async () => {
    const told = { url: 'https://help.example', tokenFile: '/token', database: '/center.db', link: 'slow', faults: 0 };
    expect(await taken([])).toEqual(told);
  });

  test('a flag overrides it', async () => {
    expect(await taken(['--link', 'fast'])).toMatchObject({ link: 'fast', url: 'https://help.example' });
  });

  test.for([['--url', 'https://other.example'], ['--database', '/other.db'], ['--sample']])(
    'neither an address nor a token if %s names another place',
    async args => {
      const { url, tokenFile, database, link } = (await taken(args)) as Record<string, unknown>;
      expect(link).toBe('slow');
      expect(tokenFile).toBeUndefined();
      expect([url, database].filter(one => one !== undefined && !args.includes(String(one)))).toEqual([]);
    },
  );

  test('the token of the environment overrides its token file', async () => {
    expect(await taken([], { FRONTDESK_TOKEN: 'secret' })).not.toHaveProperty('tokenFile');
  });

  test('leave to use plain HTTP only with its own address, and only for the desk', async () => {
    const told = 'url = "http://help.example"\ninsecure = true';
    expect(await taken([], {}, told)).toMatchObject({ insecure: true });
    expect(await taken(['--url', 'http://other.example'], {}, told)).not.toHaveProperty('insecure');
    expect(await taken(['--insecure'], {}, 'url = "http://help.example"')).toMatchObject({
      url: 'http://help.example',
      insecure: true,
    });
    const serve = new Command('serve').option('--insecure');
    await applySettings({ environment: written(told).environment } as unknown as Shell, serve, 'command');
    expect(serve.opts()).toEqual({});
  });

  test('an error in it ends a command, but not the desk', async () => {
    expect(await taken([], {}, 'link = 3')).toMatchObject({ link: 'auto', faults: 1 });
    const shell = { environment: written('link = 3').environment } as unknown as Shell;
    await expect(applySettings(shell, new Command('serve'), 'command')).rejects.toMatchObject({ code: 2 });
  });
});

test('every setting of the desk has the description of one of its flags', () => {
  const program = createProgram({} as Shell, () => undefined);
  const flags = program.options.map(option => option.attributeName());
  const said = SETTINGS.filter(([, { tables }]) => tables.includes('') || tables.includes('profiles.NAME'));
  expect(said.length).toBeGreaterThan(5);
  for (const [name] of said) expect(flags).toContain(flagName(name));
});

test('--help describes every flag as the guide describes its setting', () => {
  const help = createProgram({} as Shell, () => undefined)
    .helpInformation()
    .replace(/\s+/g, ' ');
  for (const [name, setting] of SETTINGS) {
    for (const word of flagWords(name, setting)) expect(help).toContain(word);
    if (setting.flag !== undefined) expect(help).toContain(setting.help);
    if (setting.variable !== undefined) expect(help).toContain(`env: ${setting.variable}`);
  }
});

describe('a variable for a flag without a value', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.for([
    ['1', true],
    ['yes', true],
    ['0', undefined],
    ['', undefined],
  ])('is a yes unless it is empty or 0: "%s"', ([value, isPlain]) => {
    vi.stubEnv('ACCESSIBLE', value as string);
    const desk = addFlags(new Command('desk').exitOverride()).parse([], { from: 'user' });
    expect(desk.opts().plain).toBe(isPlain);
    expect(desk.parse(['--no-plain'], { from: 'user' }).opts().plain).toBe(false);
  });
});

test('the center is opened with its values', async () => {
  const folder = temporaryFolder();
  const attachments = join(folder, 'elsewhere');
  // A setting that is missing here does not compile.
  const told: Required<CenterTold> = {
    inbox_limit: 250,
    rate_limit: 60,
    erase_after: 36,
    reopen_days: 30,
    trusted_proxies: ['10.0.0.0/8'],
    hosts: ['desk.example'],
    socket: '/run/frontdesk/socket',
    drain: 3,
    log: 'json',
    metrics_token: 'a-token-for-prometheus',
    attachments,
    postgres_password: 'secret',
    postgres_direct: 'postgres://db.example/desk',
    postgres_standby: 'postgres://db2.example/desk',
    backup_command: 'age -r age1',
    restore_command: 'age -d',
  };
  const shell = { environment: {}, now: Date.now, center: told } as unknown as Shell;
  const center = await openCenter(shell, join(folder, 'center.db'));
  const { inboxLimit, rateLimit, trustedProxies, ...more } = center.context.settings;
  await center.close();
  expect([inboxLimit, rateLimit, trustedProxies]).toEqual([250, 60, ['10.0.0.0/8']]);
  expect(more).toMatchObject({
    metricsToken: 'a-token-for-prometheus',
    databasePassword: 'secret',
    postgresDirect: 'postgres://db.example/desk',
    postgresStandby: 'postgres://db2.example/desk',
  });
  expect(existsSync(attachments)).toBe(true);
});

test('its usual place is in XDG_CONFIG_HOME', async () => {
  const { runShell } = await import('../run-shell.ts');
  const { deskEnvironment } = await import('../../harness/temporary.ts');
  const folder = temporaryFolder();
  const env = { ...deskEnvironment(folder), XDG_CONFIG_HOME: join(folder, 'config') };
  mkdirSync(join(folder, 'config/frontdesk'), { recursive: true });
  writeFileSync(join(folder, 'config/frontdesk/config.toml'), '[center]\ninbox_limit = "all"\n');
  const { code, stderr } = await runShell(['key', 'list'], { env });
  expect([code, stderr]).toEqual([
    2,
    `frontdesk: ${join(folder, 'config/frontdesk/config.toml')}, line 2: center.inbox_limit must be a whole number from 2 to 100,000, not "all".\n`,
  ]);
});
