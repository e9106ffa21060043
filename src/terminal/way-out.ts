/**
 * Signals that end the desk, with the exit code that a shell gives them (128 + number). We exit with that code instead
 * of dying by the signal, so that SIGQUIT leaves no core file with customers' text.
 */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/** Ignore SIGXFSZ: the failing write reports the error. Without a listener Ink's exit handler would end the desk. */
export const FILE_LIMIT_SIGNAL = 'SIGXFSZ';

/** The exit code if the terminal was closed, whether a signal, a read or a write reported it. */
export const HANG_UP_CODE = SIGNAL_CODES.SIGHUP;

/** Whether this error means that the terminal is gone (a lost link), and not a bug. */
export function isTerminalGone(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    (code === 'EIO' || code === 'EPIPE') && (syscall === 'write' || syscall === 'read' || syscall === 'setRawMode')
  );
}

/** The text for the user after a bug. The error itself is only in the report: it may contain customers' text. */
export function farewellOfFault(reportPath: string | undefined, isSaved: boolean): string {
  const kept = isSaved
    ? 'Drafts and unsent changes are kept'
    : 'Drafts and changes of the last seconds could not be saved';
  const report = reportPath === undefined ? 'No report could be written' : `A report of the fault is in ${reportPath}`;
  return `frontdesk stopped because of a bug. ${kept}. ${report}. Start it again to go on.\n`;
}

/** The text for the user after `farewell`, if the state could not be saved. */
export function farewellOf(farewell: string, isSaved: boolean): string {
  return isSaved
    ? farewell
    : `${farewell}frontdesk: Drafts and changes of the last seconds could not be saved. What was kept before is as it was.\n`;
}
