import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { bound } from '../../actions/index.ts';
import { keyNamesOf } from '../../keys/help.ts';
import type { Bound } from '../../keys/keymap.ts';
import type { DeskOptions } from '../../state/create-desk.ts';
import type { ReadAheadAllowance } from '../../state/desk.ts';
import type { Host } from '../../state/host.ts';
import type { DeskCache } from '../cache/desk-cache.ts';
import type { KeptDesk } from '../kept/desk.ts';
import { paths } from '../paths.ts';
import { runCommand } from '../run-command.ts';
import { secretValues } from '../secrets.ts';
import { withOwn } from '../settings/own-keys.ts';
import type { DeskTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { setIdleTimer, setTimer } from '../timer.ts';
import { searchAddressBook } from './address-book.ts';
import { completePath } from './complete-path.ts';
import type { Connection } from './connection.ts';
import { createConnector } from './connector.ts';
import { createCopies } from './copies.ts';
import { createDisk } from './disk.ts';
import { openFileWith, openWith } from './programs.ts';
import type { Stores } from './stores.ts';

const DAY_MS = 86_400_000;

/** The options of a desk, for any way to show it; `hooks` are those of the way it is shown. */
export function deskOptions(
  shell: Shell,
  flags: DeskTold,
  connection: Connection,
  { kept, cached, views }: Stores,
  hooks: Partial<Host>,
): DeskOptions {
  return {
    client: connection.client,
    center: connection.place,
    keyNames: keyNamesOf(boundOf(shell)),
    bound: boundOf(shell),
    now: shell.now,
    elapsed: () => performance.now(),
    uptime: () => uptime() * 1_000,
    newKey: randomUUID,
    setTimer,
    storage: kept.storage,
    cache: cached.cache,
    allowance: allowanceOf(shell),
    isReadOnly: flags.readOnly === true,
    hooks: {
      ...hooks,
      linkTo: connection.linkTo,
      centerTraffic: connection.traffic,
      samples: connection.addSamples,
      importMail: connection.importMail,
      mailState: connection.mailState,
      completePath,
      runCommand: (run, stdin, stop) => runCommand(run, { environment: shell.environment, stdin, stop }),
      connector: createConnector(shell, flags.insecure),
      ...openers(shell, flags),
      copies: createCopies(paths.state(), setIdleTimer),
      ...keptHooks(connection, kept, cached),
      keepViews: views.change,
    },
  };
}

/** The context of a fault report. */
export function reportContext(shell: Shell, { secrets }: Connection) {
  return {
    folder: paths.state(),
    now: shell.now(),
    environment: shell.environment,
    secrets: [...secrets, ...secretValues(shell.environment)],
  };
}

/** The bindings of the keys, with the agent's own keys and commands. */
export function boundOf({ keys, commands }: Shell): Bound {
  return keys === undefined && commands === undefined ? bound : withOwn(keys, commands).bound;
}

/** How much may be read ahead, and for how long acts are remembered. */
function allowanceOf({ cache }: Shell): ReadAheadAllowance {
  return {
    ahead: 1_000 * (cache?.ahead_kilobytes ?? 0),
    along: 1_000 * (cache?.along_kilobytes ?? 0),
    ...(cache && { journalMs: cache.days * DAY_MS }),
  };
}

/** Kept drafts and changes belong to a new token as well. */
function keptHooks({ token }: Connection, { hooks, renewToken }: KeptDesk, cached: DeskCache) {
  if (!token) return hooks;
  const take = (next: string): void => {
    token.take(next);
    renewToken(next);
    cached.renewToken(next);
  };
  return { ...hooks, token: { ...token, take } };
}

/** Links and attachments are opened, and an address book is asked, only if a setting names the program. */
function openers({ environment }: Shell, flags: DeskTold): Partial<Host> {
  const { openCommand, openAttachment, addressBookCommand: book } = flags;
  const disk = createDisk(randomUUID, openAttachment && (path => openFileWith(openAttachment, path, environment)));
  // Unfinished and private files do not outlive the process.
  process.once('exit', disk.close);
  return {
    disk,
    ...(openCommand === undefined ? {} : { openLink: url => openWith(openCommand, url, environment) }),
    ...(book === undefined
      ? {}
      : { addressBook: (typed, signal) => searchAddressBook(book, typed, environment, signal) }),
  };
}
