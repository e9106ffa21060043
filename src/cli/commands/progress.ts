import { cut, pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { safeLine } from '../../text/safe.ts';

/** A line of progress, updated at most once a second on a terminal, and silent elsewhere. */
export interface ProgressLine {
  /** Reports progress: `count` things, and the share of the work done, 0 to 1; undefined if the end is unknown. */
  at(count: number, share: number | undefined): void;
  end(): void;
}

function secondsLeft(elapsedMs: number, share: number): string {
  if (share <= 0 || elapsedMs < 1_000) return '';
  const seconds = Math.round((elapsedMs / share - elapsedMs) / 1_000);
  return seconds > 90 ? `  ${Math.round(seconds / 60)} min left` : `  ${seconds} s left`;
}

/** `title` names the job, `unit` the counted things: `Importing support.mbox  1,240 mails  25 %  24 s left`. */
export function createProgress(out: NodeJS.WriteStream, title: string, unit: string, now: () => number): ProgressLine {
  const began = now();
  let shownAt = began;
  let isShown = false;
  // The last column stays free: a full row would continue in the next one.
  const columns = () => Math.min(out.columns || 80, 120) - 1;
  return {
    at(count, share) {
      if (!out.isTTY || now() - shownAt < 1_000) return;
      shownAt = now();
      isShown = true;
      const left = share === undefined ? '' : `  ${Math.floor(share * 100)} %${secondsLeft(now() - began, share)}`;
      const done = `  ${grouped(count)} ${unit}${left}`;
      out.write(`\r${pad(safeLine(cut(safeLine(title), columns() - done.length) + done), columns())}`);
    },
    end() {
      if (isShown) out.write(`\r${' '.repeat(columns())}\r`);
    },
  };
}
