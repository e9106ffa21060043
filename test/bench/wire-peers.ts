import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cost, costOf } from '../harness/cost.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import type { Samples, Size, WireAction } from './wire-desk.ts';

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

function MUTT(mail: string) {
  return `set mbox_type=Maildir
set folder="${mail}"
set spoolfile="=Inbox"
set record="" postponed="=Archive"
set sort=reverse-date
set pager_stop=yes
set menu_scroll=yes
set delete=no quit=yes mark_old=no wait_key=no
set from="agent@desk.example" realname="Agent"
set index_format="%4C %Z %{%b %d} %-15.15L %s"
set mail_check=3600 timeout=600
set sleep_time=0
`;
}
const NEOMUTT = `mailboxes =Inbox =Archive
set sidebar_visible=yes sidebar_width=20 sidebar_format="%B%*  %S"
set pager_index_lines=8
`;
function AERC(mail: string) {
  return `[desk]
source = maildir://${mail}
default = Inbox
from = Agent <agent@desk.example>
archive = Archive
copy-to = Archive
`;
}

const muttKeys = { open: '\r', scroll: '\r', back: 'q', mark: 't', archive: 'd', prompt: 'l', leave: '\x07' } as const;

function withRc(home: string, text: string): readonly string[] {
  writeFileSync(join(home, 'rc'), text);
  return ['-n', '-F', join(home, 'rc')];
}

export const PEERS: readonly Peer[] = [
  { name: 'neomutt', prepare: (home, mail) => withRc(home, MUTT(mail) + NEOMUTT), ...muttKeys, next: 'j' },
  { name: 'mutt', prepare: (home, mail) => withRc(home, MUTT(mail)), ...muttKeys, next: 'j' },
  {
    name: 'aerc',
    prepare: (home, mail) => {
      mkdirSync(join(home, 'config/aerc'), { recursive: true });
      writeFileSync(join(home, 'config/aerc/accounts.conf'), AERC(mail), { mode: 0o600 });
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

export function isInstalled({ name }: Peer): boolean {
  try {
    execFileSync('which', [name], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const SUBJECTS =
  'printer on floor 3 stops working|VPN client cannot log in|payroll portal is very slow since Monday|laptop dock shows error 0x80070005|badge reader asks for password again and again|CRM export lost all settings|shared drive does not connect from home|refund was charged twice'.split(
    '|',
  );
const SENTENCES =
  'I tried to restart it twice but nothing changed.|The error appears right after the splash screen.|Could you please look at this before the end of the day?|It worked fine until the update on Friday evening.|Thank you for the quick answer last time.'.split(
    '|',
  );

/** A Maildir of this many mails, the newest ones longer than any screen. */
function writeMaildir(folder: string, count: number): void {
  for (const inbox of ['Inbox', 'Archive'])
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(folder, inbox, part), { recursive: true });
  for (let number = 1; number <= count; number++) {
    const at = 1_700_000_000 + number * 613;
    const path = join(folder, 'Inbox/cur', `${at}.M${number}P1.host:2,${number % 10 < 7 ? 'S' : ''}`);
    const paragraphs = Array.from({ length: number > count - 40 ? 90 : 8 + (number % 20) }, (_, line) =>
      line % 4 === 3 ? '' : SENTENCES[(number + line * 3) % SENTENCES.length],
    );
    const mail = [
      `From: Person ${number % 97} <person${number % 97}@customer.example>`,
      'To: Help Desk <help@desk.example>',
      `Subject: [#${10_000 + number}] ${SUBJECTS[number % SUBJECTS.length]}`,
      `Date: ${new Date(at * 1000).toUTCString()}`,
      `Message-ID: <${number}.${at}@customer.example>`,
      '',
      ...paragraphs,
      '',
    ];
    writeFileSync(path, mail.join('\n'));
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
  const cost = (keys: string) => costOf(terminal, size, () => terminal.type(keys), { quietMs: 120, withinMs: 400 });
  const each = async (keys: readonly string[]) => {
    const costs: Cost[] = [];
    for (const key of keys) costs.push(await cost(key));
    return costs;
  };
  const go = async (keys: string) => {
    terminal.type(keys);
    await sleep(150);
    await terminal.settled(300);
  };
  await terminal.sees('#10500', { within: 10_000 });
  await terminal.settled(400);
  const found: Partial<Record<WireAction, readonly Cost[]>> = { 'first screen': [firstOf(terminal)] };
  found['cursor down in the list, no scroll'] = await each([...'jjjjj']);
  for (let round = 0; round < 5; round++) await go('k');
  const sixty: Cost[] = [];
  for (let press = 0; press < 60; press++) {
    sixty.push(await costOf(terminal, size, () => terminal.type('j'), { quietMs: 15, withinMs: 400 }));
  }
  found['cursor down 60 times from the top, mean'] = [
    { bytes: sixty.reduce((sum, { bytes }) => sum + bytes, 0) / 60, floor: 0 },
  ];
  for (let round = 0; round < 40; round++) terminal.type('k');
  await terminal.settled(300);
  found['mark one row'] = await each(Array.from({ length: 3 }, () => peer.mark));
  await go(peer.prompt);
  found['a character typed in a field'] = await each([...'order']);
  await go(peer.leave);
  await go(peer.open);
  found['scroll the detail one line'] = await each(Array.from({ length: 4 }, () => peer.scroll));
  found['next conversation, the detail follows'] = await each(Array.from({ length: 3 }, () => peer.next));
  await go(peer.back);
  found['archive one row, no row moves'] = await each(Array.from({ length: 3 }, () => peer.archive));
  return found;
}

function firstOf(terminal: Terminal): Cost {
  return { bytes: terminal.bytes(), floor: terminal.screen().reduce((sum, row) => sum + Buffer.byteLength(row), 0) };
}
