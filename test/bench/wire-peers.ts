import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cost, costOf } from '../harness/cost.ts';
import { letter } from '../harness/letter.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { mean, type Samples, type Size } from '../harness/wire-desk.ts';

/** A terminal mail reader to compare with: how it is started on a Maildir, and the keys of its actions. */
export interface Peer {
  readonly name: string;
  /** Writes its files into its home folder; returns its arguments. */
  readonly prepare: (home: string, mail: string) => readonly string[];
  readonly open: string;
  readonly scroll: string;
  readonly back: string;
  readonly next: string;
  readonly mark: string;
  /** It only puts a sign beside the row, but for aerc, which moves all rows up. */
  readonly archive: string;
  readonly prompt: string;
  readonly leave: string;
}

function muttRc(mail: string, more: readonly string[] = []): string {
  return [
    'set mbox_type=Maildir',
    `set folder="${mail}"`,
    'set spoolfile="=Inbox" record="" postponed="=Archive" sort=reverse-date pager_stop=yes menu_scroll=yes',
    'set delete=no quit=yes mark_old=no wait_key=no mail_check=3600 timeout=600 sleep_time=0',
    'set from="agent@desk.example" realname="Agent"',
    'set index_format="%4C %Z %{%b %d} %-15.15L %s"',
    ...more,
    '',
  ].join('\n');
}

const NEOMUTT = [
  'mailboxes =Inbox =Archive',
  'set sidebar_visible=yes sidebar_width=20 sidebar_format="%B%*  %S" pager_index_lines=8',
];

function aercAccount(mail: string): string {
  const lines = [`source = maildir://${mail}`, 'default = Inbox', 'from = Agent <agent@desk.example>'];
  return ['[desk]', ...lines, 'archive = Archive', 'copy-to = Archive', ''].join('\n');
}

const muttKeys = {
  open: '\r',
  scroll: '\r',
  back: 'q',
  next: 'j',
  mark: 't',
  archive: 'd',
  prompt: 'l',
  leave: '\x07',
} as const;

function withRc(home: string, text: string): readonly string[] {
  writeFileSync(join(home, 'rc'), text);
  return ['-n', '-F', join(home, 'rc')];
}

export const PEERS: readonly Peer[] = [
  { name: 'neomutt', prepare: (home, mail) => withRc(home, muttRc(mail, NEOMUTT)), ...muttKeys },
  { name: 'mutt', prepare: (home, mail) => withRc(home, muttRc(mail)), ...muttKeys },
  {
    name: 'aerc',
    prepare: (home, mail) => {
      mkdirSync(join(home, 'config/aerc'), { recursive: true });
      writeFileSync(join(home, 'config/aerc/accounts.conf'), aercAccount(mail), { mode: 0o600 });
      return [];
    },
    open: '\r',
    scroll: 'j',
    back: 'q',
    next: 'J',
    mark: 'v',
    archive: 'D',
    prompt: '\\',
    leave: '\x1b',
  },
];

export function isInstalled({ name }: Pick<Peer, 'name'>): boolean {
  try {
    execFileSync('which', [name], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** A Maildir of this many mails, the newest ones longer than any screen. */
function writeMaildir(folder: string, count: number): void {
  for (const inbox of ['Inbox', 'Archive'])
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(folder, inbox, part), { recursive: true });
  for (let number = 1; number <= count; number++) {
    const at = 1_700_000_000 + number * 613;
    const path = join(folder, 'Inbox/cur', `${at}.M${number}P1.host:2,${number % 10 < 7 ? 'S' : ''}`);
    const mail = letter(number > count - 40 ? 800 : number * 4, { at: at * 1_000 });
    writeFileSync(path, mail.replace(/^Subject: /m, `$&[#${10_000 + number}] `).replaceAll('\r\n', '\n'));
    utimesSync(path, at, at);
  }
}

/** Takes a mail reader through the same actions; each with a separate home folder and separate mail. */
export async function measurePeer(peer: Peer, folder: string, size: Size): Promise<Samples> {
  const home = join(folder, `${peer.name}-${size.columns}`);
  mkdirSync(home, { recursive: true });
  const mail = join(home, 'mail');
  writeMaildir(mail, 500);
  const env = deskEnvironment(home);
  const terminal = openTerminal({ command: peer.name, args: peer.prepare(home, mail), env, ...size });
  try {
    return await drive(terminal, peer, size);
  } finally {
    terminal.close();
  }
}

async function drive(terminal: Terminal, peer: Peer, size: Size): Promise<Samples> {
  const each = async (keys: readonly string[], quietMs = 120) => {
    const costs: Cost[] = [];
    for (const key of keys)
      costs.push(await costOf(terminal, size, () => terminal.type(key), { quietMs, withinMs: 400, hasFloor: false }));
    return costs;
  };
  const times = (count: number, key: string) => Array.from({ length: count }, () => key);
  const go = async (keys: string) => {
    terminal.type(keys);
    await sleep(150);
    await terminal.settled(300);
  };
  await terminal.sees('#10500', { within: 30_000 });
  await terminal.settled(400);
  const first = [{ bytes: terminal.bytes(), floor: 0 }];
  const down = await each(times(5, 'j'));
  await go('kkkkk');
  const sixty = await each(times(60, 'j'), 15);
  await go('k'.repeat(40));
  const mark = await each(times(3, peer.mark));
  await go(peer.prompt);
  const typed = await each([...'order']);
  await go(peer.leave);
  await go(peer.open);
  const scroll = await each(times(4, peer.scroll));
  const next = await each(times(3, peer.next));
  await go(peer.back);
  return {
    'first screen': first,
    'cursor down in the list, no scroll': down,
    'cursor down 60 times from the top, mean': mean(sixty),
    'mark one row': mark,
    'a character typed in a field': typed,
    'scroll the detail one line': scroll,
    'next conversation, the detail follows': next,
    'archive one row, no row moves': await each(times(3, peer.archive)),
  };
}
