import { t } from '../../text/safe.ts';
import type { Desk, Read } from '../desk.ts';
import type { OwnCommands } from '../world/own-command.ts';

/** There is one at a time. */
const KIND = 'command';

/** Notes that a command runs. The read is current until that ends or is stopped. */
export function beginCommand(desk: Desk, running: NonNullable<OwnCommands['running']>): Read {
  setRunning(desk, running);
  return desk.reads.begin(KIND);
}

/** Notes that it has ended. */
export function endCommand(desk: Desk, read: Read): void {
  read.end();
  setRunning(desk, null);
}

/** Stops the command that runs; returns false if none does. */
export function stopCommand(desk: Desk): boolean {
  const { running } = desk.world().commands;
  if (running === null) return false;
  // The replaced one is aborted.
  endCommand(desk, desk.reads.begin(KIND));
  desk.notify({ tone: 'done', text: t`Stopped ${running.name}: nothing of it was used.` });
  return true;
}

/** Stops the command that runs, and forgets the last one's output: it may have customers' words. */
export function forgetCommands(desk: Desk): void {
  stopCommand(desk);
  desk.set({ commands: { ...desk.world().commands, page: null } });
}

function setRunning(desk: Desk, running: OwnCommands['running']): void {
  desk.set({ commands: { ...desk.world().commands, running } });
}
