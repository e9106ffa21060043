import type { Numbers, NumbersRow } from '../client/model.ts';
import { grouped } from '../text/numbers.ts';
import { ahead } from '../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import { agentName, inboxName } from './names.ts';
import type { Visible } from './world.ts';

const MINUTE_S = 60;
const NONE = t`–`;

/** What a row is about: an agent, an inbox, a day or a tag. */
export function rowName(visible: Visible, by: Numbers['by'], row: NumbersRow): SafeText {
  if (by === 'day') return row.day ?? NONE;
  if (by === 'tag') return row.tag ?? NONE;
  if (by === 'inbox') return row.inbox_id ? inboxName(visible, row.inbox_id) : NONE;
  return row.agent_id ? agentName(visible, row.agent_id) : t`no agent`;
}

/** A time in at most four cells: `<1m`, `42m`, `4h`, `2d`. */
function time(seconds: number | null | undefined): SafeText {
  if (seconds === null || seconds === undefined) return NONE;
  return seconds < MINUTE_S ? t`<1m` : ahead(seconds * 1_000, 0);
}

/** The columns behind the name, with the number of each median and mean beside it. */
export const numberColumns = [
  { head: t`CAME`, cell: (row: NumbersRow) => grouped(row.came ?? 0) },
  { head: t`ANSWERED`, cell: (row: NumbersRow) => grouped(row.answered ?? 0) },
  { head: t`HALF IN`, cell: (row: NumbersRow) => time(row.answer_median) },
  { head: t`90% IN`, cell: (row: NumbersRow) => time(row.answer_p90) },
  { head: t`CLOSED`, cell: (row: NumbersRow) => grouped(row.closed ?? 0) },
  { head: t`HALF IN`, cell: (row: NumbersRow) => time(row.close_median) },
  { head: t`REOPENED`, cell: (row: NumbersRow) => grouped(row.reopened ?? 0) },
  { head: t`LEFT`, cell: (row: NumbersRow) => grouped(row.left ?? 0) },
  { head: t`RATED`, cell: (row: NumbersRow) => grouped(row.rated ?? 0) },
  { head: t`MEAN`, cell: ({ rating_mean: mean }: NumbersRow) => (mean === null ? NONE : safeLine(mean.toFixed(2))) },
] as const;
