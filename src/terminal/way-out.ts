/**
 * Signals that end the desk, with the exit code by which a shell knows them (128 + number). We exit with that code
 * instead of dying by the signal, so that SIGQUIT leaves no core file with customers' text in it.
 */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/** A file is at its limit. The write that fails tells of it; without a listener Ink's way out ends the desk by it. */
export const FILE_LIMIT_SIGNAL = 'SIGXFSZ';

/** The terminal was closed, whether a signal said so or a read or write failed. */
export const HANG_UP_CODE = SIGNAL_CODES.SIGHUP;

/** Is this error the terminal having gone away (a lost link), and no bug? */
export function isTerminalGone(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    (code === 'EIO' || code === 'EPIPE') && (syscall === 'write' || syscall === 'read' || syscall === 'setRawMode')
  );
}

/** What a person is told after a bug. The error itself is only in the report: it may hold a customer's words. */
export function farewellOfFault(reportPath: string | undefined, isSaved: boolean): string {
  const kept = isSaved
    ? 'Drafts and unsent changes are kept'
    : 'Drafts and changes of the last seconds could not be saved';
  const report = reportPath === undefined ? 'No report could be written' : `A report of the fault is in ${reportPath}`;
  return `frontdesk stopped because of a fault of its own. ${kept}. ${report}. Start it again to go on.\n`;
}

/** What a person is told after `farewell`, where the state could not be saved. */
export function farewellOf(farewell: string, isSaved: boolean): string {
  return isSaved
    ? farewell
    : `${farewell}frontdesk: Drafts and changes of the last seconds could not be saved. What was kept before is as it was.\n`;
}
