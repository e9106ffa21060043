import { setTimeout as sleep } from 'node:timers/promises';
import { welcome } from '../../actions/app/welcome.ts';
import { act } from '../../keys/act.ts';
import type { Desk } from '../../state/desk.ts';
import { followSignOut } from '../../state/place/sign-out.ts';
import { keepUp } from '../../state/sync/keep-up.ts';
import { linkAtStart } from '../../state/world/link.ts';
import { safeLine } from '../../text/safe.ts';
import type { ViewsFile } from '../kept/views-file.ts';
import type { DeskTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { setTimer } from '../timer.ts';
import type { Connection } from './connection.ts';
import { isEmpty } from './first-list.ts';
import { HANDED_OVER } from './hand-over.ts';
import { tellSeldom } from './tell-seldom.ts';

interface Start {
  readonly shell: Shell;
  readonly flags: DeskTold;
  readonly connection: Connection;
  readonly views: ViewsFile;
}

/** The world before anything is read from the help center. */
export function initialWorld(desk: Desk, { shell, flags, connection: { warning }, views }: Start): void {
  const { saved, fault: damage } = views.read();
  desk.set({
    ...linkAtStart(flags.link),
    layout: flags.layout,
    speak: flags.speak,
    afterReply: safeLine(flags.afterReply),
    afterSending: flags.afterSending,
    assignsOnReply: flags.assignOnReply === true,
    savedViews: saved,
    commands: { ...desk.world().commands, all: shell.commands ?? [] },
    presence: { ...desk.world().presence, isOn: flags.presence === 'on' },
  });
  const { [HANDED_OVER]: said } = shell.environment;
  if (said) desk.notify({ tone: 'done', text: safeLine(said) });
  for (const fault of [...(shell.faults ?? []), warning, damage]) if (fault) tellFault(shell, desk, fault);
}

/** Shown on the screen, and after the desk ends. */
function tellFault(shell: Shell, desk: Desk, fault: string): void {
  shell.stderr.write(`frontdesk: ${fault}\n`);
  desk.notify({ tone: 'problem', text: safeLine(fault) });
}

const MINUTE_MS = 60_000;
/** By then the read after the list uses its connection: the stream of events makes one of its own. */
const AFTER_LIST_MS = 50;

/** From now on the desk follows its help center, into which mail may come. */
export async function startSync(
  desk: Desk,
  { readOnly, dueBell }: DeskTold,
  connection: Connection,
  listed: Promise<unknown>,
): Promise<void> {
  const tell = tellSeldom((text, isNews) => desk.notify({ tone: isNews ? 'done' : 'problem', text }), setTimer);
  const takesMail = !readOnly && connection.takeMail !== undefined;
  if (takesMail) void connection.takeMail?.(tell);
  if (!readOnly) await offerSamples(desk, connection);
  // Without mail an embedded help center changes by this desk, or seldom by another one.
  const after = listed.then(() => sleep(AFTER_LIST_MS));
  const hasEvents = connection.token !== undefined || takesMail;
  keepUp(desk, { hasEvents, after, dueBellMs: dueBell * MINUTE_MS });
  followSignOut(desk);
}

/** An empty embedded help center is offered samples; of one that mail is set up for, the list says that it waits. */
async function offerSamples(desk: Desk, connection: Connection): Promise<void> {
  const { list, mailOut } = desk.world();
  if (!connection.addSamples || list.rows.length > 0 || !(await isEmpty(connection))) return;
  if (!mailOut?.sends) act(desk, welcome);
}
